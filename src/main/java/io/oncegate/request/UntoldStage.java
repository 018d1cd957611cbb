package io.oncegate.request;

import java.util.Map;

/** Keeps nothing of what it is told. */
record UntoldStage(String traceId) implements Stage {

    @Override
    public boolean isTold() {
        return false;
    }

    @Override
    public Stage part(String name) {
        return UNTOLD;
    }

    @Override
    public Stage call(String name) {
        return UNTOLD;
    }

    @Override
    public void say(String what, String value) {}

    @Override
    public void say(String what, long value) {}

    @Override
    public void mark(String event, Map<String, ?> details) {}

    @Override
    public void answered(int status) {}

    @Override
    public void failed(Throwable failure) {}

    @Override
    public void end() {}
}
