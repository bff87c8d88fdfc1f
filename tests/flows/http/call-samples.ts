/** A valid request for a call; each test spoils one thing in it. Every call of the contract needs one. */
export interface Sample {
  body?: Record<string, unknown>;
  query?: Record<string, string>;
  params?: Record<string, string>;
  /** The problem code with which even this sample is refused, because success would need an authenticator app. */
  refusedWith?: string;
}

const newPassword = { new_password: 'quiet-7351', confirm_password: 'quiet-7351' };
const person = { first_name: 'Ada', last_name: 'Lovelace', phone: '+44 20 7946 0000' };
const home = { country_id: 826, state: 'London', city: 'London', street: '12 St James’s Square', zip_code: 'SW1Y 4JH' };

/** A filter and a search of an affiliate’s accounts. */
const chosen = { filter: { where: 'created_at', from: '2026-01-01', until: '2026-12-31' }, search: 'a' };

/** Samples by name of the call. A test that needs existing rows fills in their ids itself. */
export const samples: Record<string, Sample> = {
  login: { body: { email: 'nobody@example.com', password: 'wrong', info: '{}' } },
  logout: {},
  getUser: { body: {} },
  setAutoTrading: { body: { auto_trading: 0, consent: 'crossover-2' } },
  getAutoTrading: { body: {} },
  getBalance: { body: {} },
  getHistory: { body: { sort: 'profit', order: 'asc', page: 1, limit: 10 } },
  getPerformance: { body: { period: '30d' } },
  getReceipt: { body: { id: 'of a position of the demo customer' } },
  getNotices: { body: { limit: 10 } },
  countNotices: { body: {} },
  readNotices: { body: {} },
  getNoticeChoices: { body: {} },
  setNoticeChoice: { body: { code: 'deposit_received', channel: 'mail', on: 0 } },
  getPopups: { body: {} },
  readPopup: { body: { id: 'of a popup for everybody' } },
  getAssets: { query: {} },
  getChart: { body: { symbol: 'BTCUSD' } },
  saveChart: {
    body: {
      symbol: 'BTCUSD',
      layout: { type: 'line', scale: 'log', indicators: [], drawings: [], compared: [] },
    },
  },
  getFeed: {},
  sendContactMessage: {
    body: {
      ...{
        first_name: 'Ada',
        last_name: 'Lovelace',
        email: 'ada@example.com',
        phone: '+44 20 7946 0000',
        message: 'Hello',
      },
      ...{ topic: '', recaptcha: '', page: '/contact-us' },
    },
  },
  submitForm: {
    params: { form: 'question' },
    body: {
      form: { name: 'Ada', email: 'ada@example.com', message: 'Hello' },
      topic: '',
      recaptcha: '',
      page: '/about',
    },
  },
  register: {
    body: {
      ...{ ...person, email: 'ada@example.com', password: 'quiet-7351', country: 'GB', agree: true },
      ...{ ref: 'nobody', source_page: '/', info: '{}' },
    },
  },
  loginByCode: { params: { code: 'x'.repeat(43) }, body: { info: '{}' } },
  logInToDemo: { body: { info: '{}' } },
  forgotPassword: { body: { email: 'nobody@example.com', lang: 'de' } },
  updateProfile: { body: { ...person, birth_date: '1990-12-10', ...home } },
  updatePassword: { body: { ...newPassword, current_password: 'demo1234' } },
  getReferrals: { body: {} },
  getTransactions: { params: { token: 'of the customer' } },
  getPaymentOptions: { body: {} },
  createTransaction: {
    body: { method: 1, provider: 'cards', amount: 300, comments: 'Hello', code: '000000' },
    refusedWith: 'METHOD_NOT_OFFERED',
  },
  sendTransaction: {
    params: { provider: 'cards' },
    body: { transaction_id: 'of a transaction of the customer', lang: 'de' },
    refusedWith: 'NOT_FOUND',
  },
  getTransaction: { body: { transaction_id: 'of a transaction of the customer' } },
  cancelTransaction: {
    body: { transaction_id: 'of a transaction of the customer' },
    refusedWith: 'TRANSACTION_CLOSED',
  },
  getStatement: { body: { from: '2026-01-01', until: '2026-01-31', format: 'csv', language: 'de' } },
  getCountries: { query: { lang: 'de' } },
  getClientInfo: {},
  getSessions: { body: {} },
  endSession: { body: { id: 'of a session of the customer' } },
  endSessions: { body: {} },
  startSecondFactor: { body: { current_password: 'demo1234' } },
  enableSecondFactor: { body: { code: '000000' }, refusedWith: 'SECOND_FACTOR_WRONG' },
  disableSecondFactor: { body: { code: '000000' }, refusedWith: 'SECOND_FACTOR_OFF' },
  renewRecoveryCodes: { body: { code: '000000' }, refusedWith: 'SECOND_FACTOR_OFF' },
  upload: {},
  affiliateLogin: { body: { email: 'nobody@example.com', password: 'wrong', info: '{}', recaptcha: '' } },
  affiliateLogout: {},
  updateAffiliatePassword: { body: { ...newPassword, current_password: 'demo1234' } },
  getAffiliateAccounts: { body: { ...chosen, sort: 'first_deposit', order: 'asc', after: null, limit: 10 } },
  getAffiliateSummary: { body: chosen },
  exportAffiliateAccounts: { body: { ...chosen, sort: 'created_at', order: 'desc' } },
  compareAffiliateAccounts: { body: { csv: 'id\r\nnobody\r\n' } },
  getPostbacks: { body: {} },
  savePostbacks: { body: { url: 'https://tracker.example/postback', events: ['registration'] } },
  renewPostbackSecret: { body: {} },
  resendPostback: { body: { id: '00000000-0000-4000-8000-000000000000' }, refusedWith: 'NOT_FOUND' },
  tryPostback: { body: {} },
  getCollection: { params: { collection: 'pages' }, body: { simple: 1 } },
  getSingleton: { params: { name: 'Settings' }, query: { lang: 'en' } },
  getCandles: { query: { symbol: 'BTCUSD', resolution: '1h', from: '0', to: '2000000000' } },
};
