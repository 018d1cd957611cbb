package io.oncegate.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the composition may say, and that each rule notices when it is broken. */
class CompositionTest {

    @Test
    void keepsToTheRules() {
        assertThat(CompositionRules.complaints(Composition.of(Composition.shipped())))
                .isEmpty();
    }

    @ParameterizedTest(name = "{0} -> {1}: {2}")
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
            127.0.0.1:8080:8080                  | 8080:8080                    | nginx is reached from other machines
            127.0.0.1:3000:3000                  | 0.0.0.0:3000:3000            | grafana is reached from other machines
            image: redis:7.0.15                  | image: redis:latest          | redis has an image that changes under its name
            image: nginx:1.28.0                  | image: nginx                 | nginx has an image that changes under its name
            user: "65534:65534"                  | user: "0:0"                  | prometheus may run as root
            read_only: true                      | read_only: false             | nginx may write to its image
            cap_drop: [ALL]                      | cap_drop: [CHOWN]            | redis keeps capabilities
            ["no-new-privileges:true"]           | []                           | sandbox may gain privileges
            cpus: "1.0", memory: 128m            | cpus: "1.0"                  | redis takes what it wants
            pids_limit: 300                      | pids: 300                    | postgres takes what it wants
            test: [CMD, redis-cli, ping]         | disable: true                | redis is not asked how it is
            , options: {max-size: 10m, max-file: "3"} | ~~                      | redis fills the disk with its log
            ${GRAFANA_ADMIN_PASSWORD:?is not set; see deploy/compose.env.example} | admin | grafana has a secret that everybody can read
            ONCEGATE_ALLOW_SANDBOX               | ONCEGATE_ALLOWS_SANDBOX      | oncegate-1 is given what is no setting
            ./nginx/origins.conf                 | ./nginx/origin.conf          | nginx mounts what is not there
            /etc/nginx/origins.conf:ro           | /etc/nginx/origins.conf      | nginx may change files of the project
            deploy/docker/Dockerfile.jvm         | deploy/docker/Dockerfile     | oncegate-2 is built from what is not there
            ONCEGATE_INSTANCES: "2"              | ONCEGATE_INSTANCES: "3"      | the composition counts other instances than it has
            stop_grace_period: 60s               | stop_grace_period: 54s       | the composition kills an instance before it has ended
            ipv4_address: 172.30.80.2            | ipv4_address: 172.30.80.3    | the composition believes others than its perimeter
            max_connections=120                  | max_connections=100          | the composition asks for more connections than there are
            fsync=on                             | fsync=off                    | the composition keeps PostgreSQL's writes in memory
            back: {internal: true}               | back: {}                     | the composition shows its storage to others
            ["postgres:/var/lib/postgresql/data"] | []                          | the composition loses its own data with a container
            ${GRAFANA_ADMIN_PASSWORD:            | ${GRAFANA_PASSWORD:          | the composition asks for variables that the example lacks
            """)
    void aSlipIsNoticed(String text, String slip, String complaint) {
        var shipped = Composition.shipped();
        assertThat(shipped).contains(text);

        assertThat(CompositionRules.complaints(Composition.of(shipped.replace(text, slip))))
                .contains(complaint);
    }
}
