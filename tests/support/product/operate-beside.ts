import { askServer } from '../../../src/server/operator/ask-server.ts';

/**
 * Types a command beside the server of a data folder, as `npm run operator` does, and answers what it prints; throws
 * where it was refused.
 */
export async function operateBeside(dataDir: string, ...args: string[]): Promise<string> {
  const answer = await askServer(dataDir, { args, actor: 'operator:ada', cwd: dataDir });
  if (!answer?.ok) throw new Error(`${args.join(' ')}: ${answer?.text ?? 'nobody listens'}`);
  return answer.text;
}
