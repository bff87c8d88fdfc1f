import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** The product, which collects its garbage on SIGUSR2, so that its memory can be compared. */

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;
process.on('SIGUSR2', () => collect());
await import('../../../src/server/main.ts');
