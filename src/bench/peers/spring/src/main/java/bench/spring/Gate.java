package bench.spring;

import com.github.f4b6a3.ulid.UlidCreator;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.stereotype.Component;
import org.springframework.web.servlet.HandlerInterceptor;

/** What comes before every operation: who calls, and whether that caller may. */
@Component
class Gate implements HandlerInterceptor {

    /** The request attribute that holds the {@link Caller}. */
    static final String CALLER = "caller";

    private static final String REQUEST_ID = "requestId";

    private final Callers callers;
    private final RateLimits rateLimits;

    Gate(Callers callers, RateLimits rateLimits) {
        this.callers = callers;
        this.rateLimits = rateLimits;
    }

    @Override
    public boolean preHandle(HttpServletRequest request, HttpServletResponse response, Object handler) {
        response.setHeader("X-Request-Id", requestId(request));
        response.setHeader(HttpHeaders.CACHE_CONTROL, "no-store");
        Caller caller = caller(request.getHeader("X-Api-Key"));
        request.setAttribute(CALLER, caller);
        RateLimits.Decision decision = rateLimits.charge(caller);
        decision.describeIn(response);
        decision.refuseUnlessAllowed();
        return true;
    }

    static String requestId(HttpServletRequest request) {
        String id = (String) request.getAttribute(REQUEST_ID);
        if (id == null) {
            id = UlidCreator.getMonotonicUlid().toString();
            request.setAttribute(REQUEST_ID, id);
        }
        return id;
    }

    private Caller caller(String apiKey) {
        if (apiKey == null) {
            throw unauthenticated();
        }
        return callers.find(apiKey).orElseThrow(Gate::unauthenticated);
    }

    private static Refusal unauthenticated() {
        return Refusal.of(HttpStatus.UNAUTHORIZED, "unauthenticated", "Send a valid API key in X-Api-Key.");
    }
}
