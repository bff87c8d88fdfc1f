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
  return chromium.executablePath();
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
