/** Keys of the browser's storage. Each is an export of its own, so that the build inlines it where it is used. */

export const session = 'session';
/** When the session was last used, in unix milliseconds. */
export const activeAt = 'session-active-at';
export const theme = 'theme';
/** The chosen language. */
export const language = 'language';
/** The referral code, followed by a dot and its link's source tag; for a registration. */
export const referral = 'ref';
/** The first page visited; for a registration. */
export const sourcePage = 'source-page';
/** A JSON list of the ids of popups that were read. */
export const popupsRead = 'popups-read';
/** Set after a registration, while the profile is incomplete. */
export const registered = 'registered';
/** The device token of the last log-in. */
export const device = 'device';
/** The visitor's location. */
export const clientInfo = 'client-info';
/** The countries: one key per language, with this prefix. */
export const countries = 'countries';
/** The last market list. */
export const assets = 'assets';
/** Whether the swipe hint was shown. */
export const swipeHint = 'swipe-hint';
/** The customers who have hidden the first steps. */
export const firstSteps = 'first-steps';
