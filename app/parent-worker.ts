import { Socket } from 'node:net';

/** A thread that ends a process of `inOwnProcess` when its parent ends, also while the work blocks the main thread. */
new Socket({ fd: 0 }).on('close', () => process.kill(process.pid, 'SIGKILL')).resume();
