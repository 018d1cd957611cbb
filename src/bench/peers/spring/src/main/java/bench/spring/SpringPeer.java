package bench.spring;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.context.event.ApplicationReadyEvent;
import org.springframework.boot.web.server.servlet.context.ServletWebServerApplicationContext;
import org.springframework.context.event.EventListener;
import org.springframework.web.servlet.config.annotation.InterceptorRegistry;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;

/** Starts the peer and tells where it listens. */
@SpringBootApplication
class SpringPeer implements WebMvcConfigurer {

    private final Gate gate;

    SpringPeer(Gate gate) {
        this.gate = gate;
    }

    public static void main(String[] args) {
        SpringApplication.run(SpringPeer.class, args);
    }

    @Override
    public void addInterceptors(InterceptorRegistry registry) {
        registry.addInterceptor(gate).addPathPatterns("/v1/**");
    }

    // The benchmark reads the port from this line, once requests are served.
    @EventListener
    void ready(ApplicationReadyEvent event) {
        var context = (ServletWebServerApplicationContext) event.getApplicationContext();
        System.out.println(
                "Listening on: http://127.0.0.1:" + context.getWebServer().getPort());
    }
}
