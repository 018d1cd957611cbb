package io.oncegate.sandbox;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.json.JsonObject;
import io.vertx.core.json.pointer.JsonPointer;

/** What a script saw through its client, by scenario. */
record NpmReport(JsonObject came) {

    /** What stands at a JSON pointer, which has to be there: two things that are missing would be equal. */
    Object at(String pointer) {
        var value = JsonPointer.from(pointer).queryJson(came);
        var scenario = pointer.split("/", -1)[1];
        assertThat(value).as("%s of %s", pointer, came.getValue(scenario)).isNotNull();
        return value;
    }

    /** The order of a scenario. */
    String order(String scenario) {
        return (String) at("/" + scenario + "/order");
    }
}
