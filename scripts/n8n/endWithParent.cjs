// Loaded into n8n before its own code: n8n ends when the process that started it is gone.
if (process.channel) {
	process.once('disconnect', () => process.kill(-process.pid, 'SIGKILL'));
	process.channel.unref();
}
