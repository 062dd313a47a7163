/** What a server does with a connection. */
export type BreakOff = (socket: {
	write(data: string | Uint8Array): unknown;
	end(data: string): unknown;
	destroy(): unknown;
	resetAndDestroy(): unknown;
}) => unknown;

interface BrokenServer {
	readonly baseUrl: string;
	readonly seen: { readonly requests: number; readonly connections: number };
	close(): Promise<void>;
}

/** @returns ends the trust */
export declare function trustTestCertificate(): () => void;

/** A server for HTTPS that never responds. */
export declare function startBrokenServer(breaks: {
	readonly inHandshake?: BreakOff;
	readonly afterRequest?: BreakOff;
}): Promise<BrokenServer>;
