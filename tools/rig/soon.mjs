/** Repeats a check that throws until it passes: events cross page, server and extension host. */
export async function soon(check, milliseconds = 15_000) {
	const end = Date.now() + milliseconds;
	for (;;) {
		try {
			return await check();
		} catch (error) {
			if (Date.now() > end) throw error;
		}
		await new Promise((done) => setTimeout(done, 100));
	}
}
