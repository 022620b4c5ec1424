// What a run of mocha leaves for a report: in Node, and bundled into the extension host.

/** Follows a run of mocha; the function it returns gives what recordPart of report.mjs takes. */
export function followRun(runner) {
	const failures = [];
	const retried = [];
	const line = (test, error) => `${test.fullTitle()}: ${String(error?.message ?? error).split('\n')[0]}`;
	runner.on('fail', (test, error) => failures.push(line(test, error)));
	// Events cross a page, a server and an extension host on a machine that does other things too: such a test may be
	// tried again, and the log says which one needed it.
	runner.on('retry', (test, error) => {
		retried.push(line(test, error));
		console.log(`    tried again: ${test.fullTitle()}: ${error?.stack ?? error}`);
	});
	return () => {
		const { passes = 0, failures: failed = 0, pending = 0 } = runner.stats ?? {};
		return { passed: passes, failed, skipped: pending, failures, retried };
	};
}
