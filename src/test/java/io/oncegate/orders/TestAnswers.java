package io.oncegate.orders;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.oncegate.problem.TestProblems;

/** What is answered about orders, without the service. */
public final class TestAnswers {

    private TestAnswers() {}

    public static OrderAnswers written(ObjectMapper json) {
        return new OrderAnswers(json, TestProblems.writer());
    }
}
