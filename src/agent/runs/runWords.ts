/** Names and words by which the record of a run is read, which the specification doesn't show. */
import { words } from '../../values/words';

/**
 * Where the record of a run has its state (spec 2.6 and 3), besides the names of `run.status` and
 * `run.startedAt` in `api/assumedNames.ts`. Case, hyphens, and
 * underscores in a name do not matter.
 */
export const runNames = {
	/** Where a status that is an object has its text. */
	statusText: words('name code label state value status phase lifeCycleState result'),
	/** Switches that are on when a run has ended. */
	finishedFlags: words('finished isFinished completed isCompleted done isDone ended'),
	/** Switches that are on while a run is active. */
	activeFlags: words('running isRunning active isActive inProgress'),
	/** The first word of the name of an end time, such as `stoppedOn` or `dateFinished`. */
	end: words(`
		end ended stop stopped finish finished complete completed completion done close closed
		terminated aborted cancelled canceled failed expired
	`),
	/** The other words of such a name. */
	time: words('at on date time datetime timestamp utc'),
	/** Where a response has a run: its record, or its identifier. */
	run: words('run assignmentRun currentRun activeRun newRun startedRun'),
	/** Where a response has the identifier of a run, besides those of `run.runId` in `api/assumedNames.ts`. */
	runId: words('currentRunId activeRunId newRunId startedRunId'),
	/** Other wrappers around the record of a run. Any name will do when it is the only field. */
	wrapper: words('data record item result'),
};

/** Words in the status of a run. `statusWords.ts` has the rule that reads them. */
export const statusWords = {
	finished: words(`
		completed complete finished done end ended closed exited cached succeeded success successful
		ok passed failed fail failure unsuccessful error errored fault faulted crashed dead
		incomplete unstable rejected skipped inactive aborted cancelled canceled stopped halted
		terminated killed revoked interrupted preempted evicted abandoned removed deleted timeout
		expired
	`),
	/** Besides all words that end in -ing. */
	active: words(`
		new created planned scheduled requested required requires manual submitted accepted received
		queued enqueued requeued pending late open ready runnable started resumed retry up busy
		paused suspended blocked hold deferred delayed postponed
	`),
	/** Of a run at work: the opposite is an end, unlike that of "started". */
	atWork: words('running active working executing processing inprogress inprocess'),
	negations: words('not no never'),
	/** The words after it only explain why or how. */
	prepositions: words(`
		with without for by after before due because to from in on at as while during until of
	`),
};
