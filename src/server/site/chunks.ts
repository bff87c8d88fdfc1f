/**
 * Puts modules that are always loaded together into one chunk, where gzip compresses them better. Measured: saves 2
 * kB on the trading screen. A group takes what its modules import with it, unless an earlier group has that.
 */
export const chunks = {
  groups: [
    { name: 'react', test: /node_modules\/(react|react-dom|scheduler|@astrojs\/react)\// },
    // The code that every visitor downloads, and the numbers of the home page, which the application shows too. All
    // other shared code stays out of this chunk.
    {
      name: 'frame',
      test: /src\/(stores\/(theme|shell\/(language|read-popups)|realtime\/(api-server|feed-facts))|lib\/(contract\/storage-keys|format\/format-number))\.ts|preload-helper/,
    },
    {
      name: 'session',
      test: /src\/(stores\/(session|api|authentication)|lib\/contract\/(problem|endpoints|session))\.ts|node_modules\/nanostores\//,
    },
    // Only for the application.
    {
      name: 'shared',
      test: /src\/(brand|lib\/(format\/format-date-time|money|i18n\/translate)|stores\/toasts)\.ts|islands\/shared\/(button|on-demand|toast-region)|@nanostores\/react/,
    },
    // What the header of a logged-in page and its island have in common.
    {
      name: 'keeper',
      test: /src\/(stores\/(idle-clock|shell\/unread-notices)|lib\/contract\/accounts\/notice-endpoints)\.ts/,
    },
    { name: 'connection', test: /src\/stores\/connection\.ts/ },
    // What the trading screen and its parts that load later have in common.
    {
      name: 'market',
      test: /src\/(stores\/(assets|prices|trading\/(positions|levels))|lib\/(rate|trading\/(candle|levels|limits|pip|profit|quote)))\.ts/,
    },
  ],
};
