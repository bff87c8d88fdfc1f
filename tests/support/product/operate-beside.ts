import { askServer } from '../../../src/server/operator/ask-server.ts';

/**
 * Sends a command to the running server of a data folder, as `npm run operator` does, and returns its output. Throws if
 * the command is refused.
 */
export async function operateBeside(dataDir: string, ...args: string[]): Promise<string> {
  const answer = await askServer(dataDir, { args, actor: 'operator:ada', cwd: dataDir });
  if (!answer?.ok) throw new Error(`${args.join(' ')}: ${answer?.text ?? 'no server answered'}`);
  return answer.text;
}
