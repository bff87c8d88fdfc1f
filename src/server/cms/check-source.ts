import { wordsOf } from '../../content/check-content.ts';
import type { ContentFault, ContentSource, ContentWarning, PulledPart } from '../../content/content-source.ts';
import { ContentUnavailable } from '../../content/content-source.ts';
import type { SiteContent } from '../../content/model/site-content.ts';
import { preparePicture } from '../../content/pictures/prepare-picture.ts';
import { mergeContent } from '../../content/pull/merge-content.ts';
import type { CommandOutcome } from '../operator/outcome.ts';
import { namedPictures } from './push-content.ts';

/** What is wrong with one part, or with one draft, which is not published anyway. */
interface CheckedPart {
  path: string;
  isDraft: boolean;
  faults: readonly ContentFault[];
}

/**
 * Checks everything that a source holds, and changes nothing: every part and every draft by the model, addresses, links
 * and pictures. `content`: what a site without a copy would show; null if there would be none. Rejects with
 * ContentUnavailable if the source does not answer.
 */
export async function checkSource(
  source: Pick<ContentSource, 'name' | 'load' | 'loadDrafts' | 'loadPicture'>,
): Promise<{ outcome: CommandOutcome; content: SiteContent | null }> {
  const [pulled, drafts] = [await source.load(), (await source.loadDrafts?.()) ?? []];
  const merged = mergeContent(pulled, null, null);
  const pictures = await checkPictures([...pulled.parts, ...drafts], source.loadPicture);
  const refused = merged.ok ? merged.refused : pulled.parts.filter((part) => !part.ok);
  const parts: CheckedPart[] = [
    ...refused.map(({ path, faults }) => ({ path, faults, isDraft: false })),
    ...drafts.flatMap((part) => (part.ok ? [] : [{ path: part.path, faults: part.faults, isDraft: true }])),
    ...pictures.faults.map((fault) => ({ path: fault.path, faults: [fault], isDraft: false })),
    ...(merged.ok ? [] : [{ path: 'the site', faults: siteFaults(merged.faults, refused), isDraft: false }]),
  ].filter(({ faults }) => faults.length > 0);
  const warnings = [...(merged.ok ? merged.warnings : pulled.warnings), ...pictures.warnings];
  const faultCount = parts.filter(({ isDraft }) => !isDraft).flatMap(({ faults }) => faults).length;
  const counts = `${faultCount} faults, ${warnings.length} warnings, ${drafts.length} drafts`;
  const lines = [...parts.flatMap(linesOfPart), ...warnings.map(lineOfWarning), `${source.name}: ${counts}`];
  const outcome = { ok: faultCount === 0, isResult: true, text: lines.join('\n') };
  return { outcome, content: merged.ok ? merged.content : null };
}

/** The faults that are no part's own. */
function siteFaults(faults: readonly ContentFault[], refused: readonly { faults: readonly ContentFault[] }[]) {
  const own = new Set(refused.flatMap((part) => part.faults));
  return faults.filter((fault) => !own.has(fault));
}

const linesOfPart = ({ path, isDraft, faults }: CheckedPart) => [
  `${path}${isDraft ? ' (draft)' : ''}: refused`,
  ...faults.map(lineOfFault),
];

/** Where the fault is, and its field with what is wrong there: `pages/about/en: title: must be a text, …`. */
export const lineOfFault = (fault: ContentFault) => `  ${fault.path.replace(/ \S+$/, '')}: ${wordsOf(fault)}`;

const lineOfWarning = ({ path, text }: ContentWarning) => `${path}: warning\n  ${text}`;

interface CheckedPictures {
  faults: ContentFault[];
  warnings: ContentWarning[];
}

/** So that the CMS can serve others meanwhile. */
const mostAtOnce = 4;
/** A store that has every width already, so that a picture is read but not drawn. */
const drawsNothing = { has: () => Promise.resolve(true), put: () => Promise.resolve() };

async function checkPictures(
  parts: readonly PulledPart[],
  loadPicture: ContentSource['loadPicture'],
): Promise<CheckedPictures> {
  const pathsBySrc = new Map<string, string[]>();
  for (const part of parts)
    for (const src of part.ok ? namedPictures(part.value) : [])
      pathsBySrc.set(src, [...(pathsBySrc.get(src) ?? []), part.path]);
  const checked: CheckedPictures = { faults: [], warnings: [] };
  const waiting = [...pathsBySrc];
  while (waiting.length > 0) {
    const found = await Promise.all(
      waiting.splice(0, mostAtOnce).map(async ([src, paths]) => [src, paths, await stateOf(src, loadPicture)] as const),
    );
    for (const [address, paths, state] of found) {
      for (const path of paths) {
        const text = `${address} is not a picture and is left out`;
        if (state === 'none') checked.warnings.push({ kind: 'picture', path, address, text });
        else if (state !== 'good')
          checked.faults.push({ path, expected: `${address}, which can be loaded`, found: state.message });
      }
    }
  }
  return checked;
}

async function stateOf(
  src: string,
  loadPicture: ContentSource['loadPicture'],
): Promise<'good' | 'none' | ContentUnavailable> {
  try {
    const picture = await loadPicture(src);
    if (!picture || picture === 'unchanged') return 'none';
    return (await preparePicture(picture.bytes, drawsNothing)) ? 'good' : 'none';
  } catch (fault) {
    if (fault instanceof ContentUnavailable) return fault;
    throw fault;
  }
}
