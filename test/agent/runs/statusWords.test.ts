/** Which statuses of public systems end a run. */
import fc from 'fast-check';
import {
	classifyStatus,
	looksLikeStatus,
	type RunState,
} from '../../../src/agent/runs/statusWords';

/** From the documentation of each system: statuses of a run that is active, and of one that ended. */
const systems: Record<string, readonly [active: string, finished: string]> = {
	A2A: [
		'submitted working input-required auth-required TASK_STATE_WORKING TASK_STATE_INPUT_REQUIRED',
		'completed canceled failed rejected TASK_STATE_COMPLETED TASK_STATE_CANCELED TASK_STATE_FAILED TASK_STATE_REJECTED',
	],
	Airflow: [
		'queued running scheduled restarting deferred up_for_retry up_for_reschedule',
		'success failed skipped removed upstream_failed',
	],
	'Anthropic batches': ['in_progress canceling', 'ended'],
	Apify: ['READY RUNNING TIMING-OUT ABORTING', 'SUCCEEDED FAILED TIMED-OUT ABORTED'],
	'Argo Workflows': ['Pending Running', 'Succeeded Failed Error Skipped'],
	'AWS Batch': ['SUBMITTED PENDING RUNNABLE STARTING RUNNING', 'SUCCEEDED FAILED'],
	'AWS CloudFormation': [
		'CREATE_IN_PROGRESS DELETE_IN_PROGRESS UPDATE_COMPLETE_CLEANUP_IN_PROGRESS',
		'CREATE_COMPLETE CREATE_FAILED UPDATE_ROLLBACK_COMPLETE DELETE_FAILED',
	],
	'AWS CodeBuild': ['IN_PROGRESS', 'SUCCEEDED FAILED FAULT TIMED_OUT STOPPED'],
	'AWS ECS': ['PROVISIONING PENDING ACTIVATING RUNNING DEPROVISIONING STOPPING', 'STOPPED DELETED'],
	'AWS Glue': [
		'STARTING RUNNING STOPPING WAITING',
		'STOPPED SUCCEEDED FAILED TIMEOUT ERROR EXPIRED',
	],
	'AWS Step Functions': ['RUNNING PENDING_REDRIVE', 'SUCCEEDED FAILED TIMED_OUT ABORTED'],
	'AWS Systems Manager': [
		'Pending InProgress Delayed Cancelling',
		'Success Cancelled Failed TimedOut Terminated',
	],
	'Azure Automation': [
		'New Activating Running Suspended Blocked Queued Resuming',
		'Completed Failed Stopped Removed',
	],
	'Azure Data Factory': ['Queued InProgress Canceling', 'Succeeded Failed Cancelled'],
	'Azure DevOps': [
		'notStarted inProgress cancelling postponed',
		'completed succeeded partiallySucceeded failed canceled abandoned',
	],
	'Azure Logic Apps': [
		'Running Waiting Suspended Paused',
		'Succeeded Skipped Cancelled Failed Faulted TimedOut Aborted',
	],
	'Azure Machine Learning': [
		'NotStarted Starting Provisioning Preparing Queued Running Finalizing CancelRequested',
		'Completed Failed Canceled',
	],
	BullMQ: ['waiting waiting-children delayed active paused', 'completed failed'],
	Celery: ['PENDING RECEIVED STARTED RETRY', 'SUCCESS FAILURE REVOKED REJECTED'],
	Dagster: ['QUEUED NOT_STARTED STARTING STARTED CANCELING', 'SUCCESS FAILURE CANCELED'],
	Databricks: [
		'PENDING QUEUED RUNNING TERMINATING BLOCKED WAITING_FOR_RETRY',
		'TERMINATED SKIPPED INTERNAL_ERROR SUCCESS FAILED TIMEDOUT CANCELED SUCCESS_WITH_FAILURES UPSTREAM_FAILED',
	],
	Dify: ['running', 'succeeded failed stopped partial-succeeded'],
	GitHub: [
		'queued in_progress requested waiting pending action_required',
		'completed success failure cancelled skipped timed_out startup_failure',
	],
	GitLab: [
		'created waiting_for_resource preparing pending running canceling manual scheduled',
		'success failed canceled skipped',
	],
	'Google Cloud Build': [
		'PENDING QUEUED WORKING',
		'SUCCESS FAILURE INTERNAL_ERROR TIMEOUT CANCELLED EXPIRED',
	],
	'Google Vertex AI': [
		'JOB_STATE_QUEUED JOB_STATE_PENDING JOB_STATE_RUNNING JOB_STATE_CANCELLING JOB_STATE_PAUSED',
		'JOB_STATE_SUCCEEDED JOB_STATE_FAILED JOB_STATE_CANCELLED JOB_STATE_EXPIRED JOB_STATE_PARTIALLY_SUCCEEDED',
	],
	'Google Workflows': ['ACTIVE QUEUED', 'SUCCEEDED FAILED CANCELLED'],
	Jenkins: ['IN_PROGRESS PAUSED_PENDING_INPUT', 'SUCCESS UNSTABLE FAILURE ABORTED'],
	Kubernetes: [
		'Pending Running ContainerCreating PodInitializing Terminating Suspended',
		'Succeeded Failed Completed Complete Error Evicted OOMKilled',
	],
	LangGraph: ['pending running', 'error success timeout interrupted'],
	Livy: ['not_started starting busy shutting_down', 'error dead killed success'],
	n8n: ['new running waiting', 'success error canceled crashed'],
	'OpenAI runs and batches': [
		'queued in_progress requires_action cancelling validating finalizing validating_files',
		'cancelled failed completed incomplete expired succeeded',
	],
	Prefect: [
		'Scheduled Late AwaitingRetry Pending Paused Running Retrying Suspended Resuming Cancelling AwaitingConcurrencySlot',
		'Completed Cached Failed TimedOut Crashed Cancelled',
	],
	Replicate: ['starting processing', 'succeeded failed canceled aborted'],
	Salesforce: ['Open InProgress Holding Queued Preparing Processing', 'Aborted JobComplete Failed'],
	Slurm: [
		'PENDING RUNNING REQUEUED RESIZING SUSPENDED CONFIGURING COMPLETING',
		'BOOT_FAIL CANCELLED COMPLETED FAILED NODE_FAIL PREEMPTED REVOKED TIMEOUT',
	],
	Spark: ['NEW SUBMITTED RUNNING', 'FINISHED FAILED KILLED'],
	Temporal: [
		'WORKFLOW_EXECUTION_STATUS_RUNNING WORKFLOW_EXECUTION_STATUS_PAUSED',
		'WORKFLOW_EXECUTION_STATUS_COMPLETED WORKFLOW_EXECUTION_STATUS_FAILED WORKFLOW_EXECUTION_STATUS_CANCELED WORKFLOW_EXECUTION_STATUS_TERMINATED WORKFLOW_EXECUTION_STATUS_TIMED_OUT',
	],
	UiPath: ['Pending Running Stopping Terminating Suspended Resumed', 'Successful Faulted Stopped'],
	Windows: ['IN_PROCESS', 'ABANDONED INACTIVE'],
};

const statuses = (state: RunState, list: string) =>
	list.split(' ').map((status) => [status, state] as const);

describe.each(Object.entries(systems))('%s', (_system, [active, finished]) => {
	test.each([...statuses('active', active), ...statuses('finished', finished)])(
		'%s is %s',
		(status, state) => {
			expect(classifyStatus(status)).toBe(state);
		},
	);
});

test.each<[RunState, string[]]>([
	// What follows a preposition only tells why.
	[
		'finished',
		['COMPLETED_WITH_ERRORS', 'FAILED_TO_START', 'ENDED_BY_USER', 'stopped while running'],
	],
	// The last word counts.
	[
		'finished',
		['RUN_COMPLETED', 'PROCESSING_FAILED', 'timed out', 'TIME_OUT', 'Succeeded (partly)'],
	],
	[
		'active',
		['ABORT_REQUESTED', 'CANCELLATION_PENDING', 'ON_HOLD', 'in progress', 'SUCCESSFULLY_STARTED'],
	],
	// A negation turns it round.
	['active', ['not finished yet', 'NOT_COMPLETED', 'NEVER_STARTED', 'notExecuting yet started']],
	['finished', ['NO_LONGER_RUNNING', 'not active', 'COMPLETED_NO_CHANGES']],
	[
		'unknown',
		['SETTLED', 'green', '3', 'N/A', '?', '', ' ', 'null', 'UNKNOWN', 'Fertig', '完了', 'to'],
	],
	['unknown', ['TASK_STATE_UNSPECIFIED', 'JOB_STATE_UNKNOWN', 'FINDINGS_KNOWN']],
	// A sentence is no status.
	['unknown', ['3 of 10 completed', '50% done', 'Once the orders were read the work was done']],
])('is %s: %j', (state, texts) => {
	for (const text of texts) expect([text, classifyStatus(text)]).toEqual([text, state]);
});

test('case and separators do not matter', () => {
	const status = fc.constantFrom('abort requested', 'run completed', 'timed out', 'not started');
	const separator = fc.constantFrom(' ', '_', '-', '.', ' / ');
	fc.assert(
		fc.property(status, separator, fc.boolean(), (text, mark, upper) => {
			const other = text.replaceAll(' ', mark);
			expect(classifyStatus(upper ? other.toUpperCase() : other)).toBe(classifyStatus(text));
		}),
	);
});

test.each([
	['RUNNING', true],
	['timed_out', true],
	['Open orders', false],
	['Report of the run that was completed', false],
	['MANUAL_IMPORT', false],
	['', false],
])('%j looks like a status: %s', (text, looksLike) => {
	expect(looksLikeStatus(text)).toBe(looksLike);
});
