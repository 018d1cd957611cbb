// Plays scenarios one after another, prints what came of each as one JSON object on standard output, and ends. It does
// not wait for connections to end: Stripe's client leaves answers unread that it sends again after, and those linger.
export async function report(scenarios) {
  const came = {};
  for (const [name, play] of Object.entries(scenarios)) {
    came[name] = await play();
  }
  process.stdout.write(`${JSON.stringify(came)}\n`, () => process.exit());
}

// Asks until there is an answer; when none ever comes, it is the test that ends the script.
export async function eventually(ask, pauseMillis = 200) {
  for (;;) {
    const answer = await ask();
    if (answer !== undefined) {
      return answer;
    }
    await new Promise((wake) => setTimeout(wake, pauseMillis));
  }
}
