export declare function afterPromises(callback: () => void): void;
