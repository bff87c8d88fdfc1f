declare const __API_URL__: string;

/** Where calls and sockets go, as this build was made: the origin of a server elsewhere, empty where it is the page's own. */
export const apiOrigin = __API_URL__;
