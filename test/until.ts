/** Polls until the condition holds; VS Code's events cross several processes, so never assert at once. */
export async function until(condition: () => boolean | PromiseLike<boolean>, timeoutMs = 10_000): Promise<void> {
	const end = Date.now() + timeoutMs;
	while (!(await condition())) {
		if (Date.now() > end) throw new Error(`not true within ${timeoutMs} ms: ${condition}`);
		await new Promise((done) => setTimeout(done, 50));
	}
}
