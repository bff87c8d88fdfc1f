import { rename, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';

/** How our browser is launched: without the browser's own background activity. */
export interface BrowserLaunch {
  executablePath: string;
  args: string[];
}

/**
 * The browser of the browser tests: `CHROMIUM` names one, otherwise the one inside the npm package @sparticuz/chromium,
 * so that nothing but `npm ci` has to be downloaded.
 */
export async function findChromium(): Promise<string> {
  if (process.env.CHROMIUM) return process.env.CHROMIUM;
  // At import the package decides whether to unpack the libraries that a bare Linux lacks.
  process.env.AWS_LAMBDA_JS_RUNTIME ??= 'nodejs22.x';
  const { default: chromium } = await import('@sparticuz/chromium');
  const executable = await chromium.executablePath();
  process.env.FONTCONFIG_FILE ??= await writeFontConfig(dirname(executable));
  return executable;
}

/**
 * Names the package's fonts, wherever it was unpacked. The package's own file looks for them in /tmp only, and without
 * any font the browser crashes at the first character that the page's font lacks.
 */
async function writeFontConfig(folder: string): Promise<string> {
  const file = `${folder}/brokerkit-fonts.conf`;
  const config = `<fontconfig><dir>${folder}/fonts/fonts</dir><cachedir>${folder}/fonts-cache</cachedir></fontconfig>`;
  // Other processes may read the file meanwhile.
  await writeFile(`${file}.${process.pid}`, config);
  await rename(`${file}.${process.pid}`, file);
  return file;
}

export async function findBrowserLaunch(): Promise<BrowserLaunch> {
  const quiet = [
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
  ];
  return { executablePath: await findChromium(), args: ['--no-sandbox', ...quiet] };
}
