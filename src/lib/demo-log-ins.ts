/** The log-ins of the demo people. Everybody may know them: they work only while demo data is on. */

export const demoCustomerEmail = 'demo@example.com';
export const demoAffiliateEmail = 'affiliate@example.com';
export const demoPassword = 'demo1234';
