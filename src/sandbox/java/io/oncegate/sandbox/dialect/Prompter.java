package io.oncegate.sandbox.dialect;

import io.oncegate.sandbox.exchange.Reply;
import io.oncegate.sandbox.script.Subject;
import io.oncegate.sandbox.script.Verb;
import io.oncegate.sandbox.script.VerbKind;
import java.util.Collection;
import java.util.List;
import java.util.function.Supplier;

/**
 * Where a provider's requests meet their verbs. Each dialect has one; it counts every request that it is told
 * of as a call for its order.
 */
public final class Prompter {
    private final Dialect dialect;
    private final World world;

    public Prompter(Dialect dialect, World world) {
        this.dialect = dialect;
        this.world = world;
    }

    /** {@code request} takes its verb, which may be one that it carries itself, and it is played. */
    public void serve(EffectRequest request, List<Verb> carried) {
        var verb = world.scripts().forEffect(request.subject(), carried);
        world.calls().took(request.subject().order(), verb.toString());
        new Performance(dialect, world, request).play(verb);
    }

    /** The answer to a request that asks for the status of {@code objects}, unless it is told to fail. */
    public Reply status(Subject subject, Collection<? extends Observed<?>> objects, Supplier<Reply> answer) {
        world.called(subject);
        var verb = world.scripts().forStatus(subject);
        if (verb != null) {
            world.calls().took(subject.order(), verb.toString());
            if (verb.kind() == VerbKind.STATUS_FAILS) {
                return dialect.failure();
            }
            objects.forEach(object -> object.lagFor(verb.number()));
        }
        var fails = false;
        for (var object : objects) {
            fails |= object.takeFailure();
        }
        return fails ? dialect.failure() : answer.get();
    }
}
