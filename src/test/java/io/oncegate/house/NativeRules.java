package io.oncegate.house;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.assignableTo;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noFields;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.lang.ArchRule;
import java.io.InputStream;
import java.io.ObjectInputStream;
import java.lang.invoke.MethodHandles;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.channels.Channel;
import java.util.List;
import java.util.Random;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.Timer;
import java.util.concurrent.ExecutorService;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** What a native executable asks of the code: it holds what it was told of, and the static state of its build. */
final class NativeRules {
    private static final String CLASS_INITIALISER = "<clinit>";

    /** Whatever one does with these, it is for looking something up that no code names. */
    private static final List<Class<?>> LOOKING_UP =
            List.of(Proxy.class, ServiceLoader.class, ObjectInputStream.class, MethodHandles.Lookup.class);

    private static final List<Class<?>> REFLECTION =
            List.of(Class.class, ClassLoader.class, Constructor.class, Field.class, Method.class);

    /** To read annotations of what somebody else has found is no harm. */
    private static final Set<String> BY_NAME = Set.of(
            "forName",
            "loadClass",
            "newInstance",
            "invoke",
            "get",
            "set",
            "getMethod",
            "getDeclaredMethod",
            "getField",
            "getDeclaredField",
            "getConstructor",
            "getDeclaredConstructor",
            "setAccessible");

    private static final Set<String> OF_THE_MACHINE =
            Set.of("getenv", "getProperty", "nanoTime", "currentTimeMillis", "availableProcessors", "getLocalHost");

    private static final List<Class<?>> MACHINE = List.of(System.class, Runtime.class, InetAddress.class);

    private NativeRules() {}

    static Stream<ArchRule> all() {
        return Stream.of(nothingIsLookedUpByName(), nothingOfARunIsKeptByAClass(), noClassLooksAtItsMachine());
    }

    private static ArchRule nothingIsLookedUpByName() {
        return noClasses()
                .should()
                .accessTargetWhere(access(
                        "something that is looked up by its name",
                        access -> isOf(access, LOOKING_UP)
                                || (isOf(access, REFLECTION)
                                        && BY_NAME.contains(access.getTarget().getName()))));
    }

    /** It would be part of the executable: one sequence of random numbers for all, a thread that nobody started. */
    private static ArchRule nothingOfARunIsKeptByAClass() {
        return noFields()
                .that()
                .areStatic()
                .should()
                .haveRawType(assignableTo(Random.class)
                        .or(assignableTo(Thread.class))
                        .or(assignableTo(ExecutorService.class))
                        .or(assignableTo(Timer.class))
                        .or(assignableTo(Process.class))
                        .or(assignableTo(Socket.class))
                        .or(assignableTo(Channel.class))
                        .or(assignableTo(InputStream.class)));
    }

    /** Classes are initialised while the executable is built, on another machine and at another time. */
    private static ArchRule noClassLooksAtItsMachine() {
        return noClasses()
                .should()
                .accessTargetWhere(access(
                        "the machine, while a class is initialised",
                        access -> access.getOrigin().getName().equals(CLASS_INITIALISER)
                                && isOf(access, MACHINE)
                                && OF_THE_MACHINE.contains(access.getTarget().getName())));
    }

    private static DescribedPredicate<JavaAccess<?>> access(String description, Predicate<JavaAccess<?>> condition) {
        return DescribedPredicate.describe("target is " + description, condition);
    }

    private static boolean isOf(JavaAccess<?> access, List<Class<?>> owners) {
        JavaClass owner = access.getTargetOwner();
        return owners.stream().anyMatch(owner::isEquivalentTo);
    }
}
