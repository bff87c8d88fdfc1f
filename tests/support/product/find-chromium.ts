/** How our browser is launched: without what a browser does for itself in the background. */
export interface BrowserLaunch {
  executablePath: string;
  args: string[];
}

/**
 * The browser of the browser tests: `CHROMIUM` names one, else the one inside the npm package @sparticuz/chromium, so
 * that nothing has to be downloaded besides `npm ci`.
 */
export async function findChromium(): Promise<string> {
  if (process.env.CHROMIUM) return process.env.CHROMIUM;
  // The package decides at import whether it unpacks the libraries that a bare Linux lacks.
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
