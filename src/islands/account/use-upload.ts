import { useEffect, useRef, useState } from 'react';
import type { ProblemCode } from '../../lib/contract/problem.ts';
import { reloadUser } from '../../stores/authentication.ts';
import type { DocumentSlot } from '../../stores/account/documents.ts';
import { uploadDocument } from '../../stores/account/documents.ts';
import { prepareFile, redrawPhoto } from './prepare-file.ts';

/** `required` if no file was chosen; otherwise why the file was refused. */
export type UploadFault = 'required' | ProblemCode;

export interface ChosenFile {
  file: File;
  /** Size of the file as chosen, in bytes. */
  originalBytes: number;
  isRedrawn: boolean;
}

export interface UploadState {
  step: 'empty' | 'preparing' | 'chosen' | 'sending';
  chosen?: ChosenFile | undefined;
  /** Upload progress, from 0 to 1. */
  share: number;
  fault?: UploadFault | undefined;
}

const empty: UploadState = { step: 'empty', share: 0 };

/** Whether a retry may succeed: the server was not reached, or may accept the same file later. */
const isTemporary = (code: ProblemCode) =>
  code === 'UNAVAILABLE' || code === 'TOO_MANY_REQUESTS' || code === 'INTERNAL';

/** Whether the page may show an outdated state of the document, so that the account must be reloaded. */
const mayBeOutdated = (code: ProblemCode) => code === 'UNAVAILABLE' || code === 'DOCUMENT_NOT_EXPECTED';

/**
 * The upload of one document: the file is chosen, prepared and sent. Afterwards the account shows the document's status
 * and the form disappears.
 */
export function useUpload(slot: DocumentSlot) {
  const [state, setState] = useState(empty);
  const sending = useRef<AbortController>(null);
  const newest = useRef(0);
  useEffect(() => () => sending.current?.abort(), []);

  async function choose(file: File | undefined): Promise<void> {
    if (!file) return;
    const choice = ++newest.current;
    setState({ ...empty, step: 'preparing' });
    const prepared = await prepareFile(file);
    if (choice !== newest.current) return;
    if (prepared.ok) {
      const chosen = { file: prepared.file, originalBytes: file.size, isRedrawn: prepared.isRedrawn };
      setState({ step: 'chosen', chosen, share: 0 });
    } else setState({ ...empty, fault: prepared.problem });
  }

  async function send(): Promise<void> {
    const { step, chosen } = state;
    if (step === 'empty') setState({ ...empty, fault: 'required' });
    if (step !== 'chosen' || !chosen) return;
    const { signal } = (sending.current = new AbortController());
    setState({ step: 'sending', chosen, share: 0 });
    const onProgress = (share: number) => setState({ step: 'sending', chosen, share });
    const result = await sendOrRedraw(slot, chosen, { onProgress, signal });
    if (signal.aborted) setState({ step: 'chosen', chosen, share: 0 });
    else if (result.ok) setState(empty);
    else {
      const { code } = result.problem;
      setState(isTemporary(code) ? { step: 'chosen', chosen, share: 0, fault: code } : { ...empty, fault: code });
    }
    // Another tab may have sent the document, the broker may have reviewed it, or the connection may have broken after
    // the server had received the whole file.
    if (!result.ok && mayBeOutdated(result.problem.code)) void reloadUser();
  }

  const clear = () => {
    newest.current += 1;
    setState(empty);
  };
  return { state, choose, send, clear, cancel: () => sending.current?.abort() };
}

/**
 * Some cameras append data to a photo, which the server refuses. Such a photo is redrawn by the browser and sent once
 * more.
 */
async function sendOrRedraw(
  slot: DocumentSlot,
  { file, isRedrawn }: ChosenFile,
  options: { onProgress: (share: number) => void; signal: AbortSignal },
) {
  const result = await uploadDocument(slot, { file, ...options });
  if (result.ok || result.problem.code !== 'FILE_NOT_SUPPORTED' || isRedrawn || options.signal.aborted) return result;
  const redrawn = await redrawPhoto(file);
  return redrawn.ok ? uploadDocument(slot, { file: redrawn.file, ...options }) : result;
}
