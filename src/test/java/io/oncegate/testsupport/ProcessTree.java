package io.oncegate.testsupport;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A process and all that it had started, as seen at one moment: who is meant stays the same when parents die.
 *
 * @param processes each with its command line at that moment
 */
public record ProcessTree(List<Member> processes) {

    public static ProcessTree of(long pid) {
        var root = ProcessHandle.of(pid).stream();
        var below = ProcessHandle.of(pid).stream().flatMap(ProcessHandle::descendants);
        return new ProcessTree(Stream.concat(root, below).map(Member::of).toList());
    }

    /** Those that still run; one that ended and was not yet collected by its parent does not. */
    public List<Member> running() {
        return processes.stream().filter(Member::isRunning).toList();
    }

    public Optional<Member> find(String partOfCommandLine) {
        return processes.stream()
                .filter(member -> member.commandLine().contains(partOfCommandLine))
                .findFirst();
    }

    /** One process of the tree. */
    public record Member(ProcessHandle handle, String commandLine) {

        static Member of(ProcessHandle handle) {
            return new Member(handle, handle.info().commandLine().orElse(""));
        }

        public boolean isRunning() {
            return handle.isAlive() && handle.info().commandLine().isPresent();
        }

        public void kill9() {
            handle.destroyForcibly();
        }
    }
}
