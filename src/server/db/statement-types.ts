import type { InferSelectModel } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import type { schema } from './schema.ts';

/** Written by `npm run statements`, never by hand: what each statement takes and gives, as PostgreSQL sees it. */

type Tables = {
  [Name in keyof typeof schema as (typeof schema)[Name] extends PgTable ? Name : never]: (typeof schema)[Name];
};
/** What the schema knows of a column: closed lists, and what JSON holds. */
type Column<Name extends keyof Tables, Field extends keyof InferSelectModel<Tables[Name]>> = NonNullable<
  InferSelectModel<Tables[Name]>[Field]
>;

export interface StatementTypes {
  'account-auto-trading': {
    takes: { isOn: boolean; consentedTo: string | null; consentedAt: Date | null; id: number };
    gives: {
      id: number;
      token: string;
      uniqid: string;
      email: string;
      firstName: string;
      lastName: string;
      phone: string | null;
      birthDate: string | null;
      countryId: number | null;
      state: string | null;
      city: string | null;
      street: string | null;
      zipCode: string | null;
      pin: string | null;
      level: string | null;
      verified: boolean;
      autoTrading: boolean;
      customLeverage: Column<'accounts', 'customLeverage'> | null;
      categoryIds: Column<'accounts', 'categoryIds'>;
      documents: Column<'accounts', 'documents'>;
      secondFactorSince: Date | null;
      hasDeposit: boolean;
      hasTraded: boolean;
      createdAt: Date;
    };
  };
  'account-credentials': { takes: { email: string }; gives: { id: number; passwordHash: string } };
  'account-has-email': { takes: { id: number; email: string }; gives: { '?column?': number } };
  'account-hold-blocked': { takes: { id: number }; gives: { isBlocked: boolean } };
  'account-hold-password': { takes: { id: number; passwordHash: string }; gives: { '?column?': number } };
  'account-is-unclaimed': { takes: { accountId: number }; gives: { '?column?': number } };
  'account-load': {
    takes: { id: number };
    gives: {
      id: number;
      token: string;
      uniqid: string;
      email: string;
      firstName: string;
      lastName: string;
      phone: string | null;
      birthDate: string | null;
      countryId: number | null;
      state: string | null;
      city: string | null;
      street: string | null;
      zipCode: string | null;
      pin: string | null;
      level: string | null;
      verified: boolean;
      autoTrading: boolean;
      customLeverage: Column<'accounts', 'customLeverage'> | null;
      categoryIds: Column<'accounts', 'categoryIds'>;
      documents: Column<'accounts', 'documents'>;
      secondFactorSince: Date | null;
      hasDeposit: boolean;
      hasTraded: boolean;
      createdAt: Date;
    };
  };
  'account-lock-auto-trading': {
    takes: { id: number };
    gives: { isOn: boolean; consentedTo: string | null; consentedAt: Date | null; balanceMinor: number };
  };
  'account-lock-sign-in': { takes: { accountId: number; language: string | null }; gives: { isFirst: boolean } };
  'account-mark-entered': { takes: { enteredAt: Date; accountId: number }; gives: never };
  'account-news': { takes: { since: Date }; gives: { accountId: number } };
  'account-register': {
    takes: {
      token: string;
      uniqid: string;
      email: string;
      passwordHash: string;
      firstName: string;
      lastName: string;
      phone: string;
      countryId: number | null;
      accountId: number | null;
      affiliateId: number | null;
      sourcePage: string | null;
      sourceTag: string | null;
      createdAt: Date;
      language: string;
    };
    gives: { id: number };
  };
  'account-set-language': { takes: { language: string; accountId: number }; gives: never };
  'affiliate-account-id': { takes: { uniqid: string; affiliateId: number }; gives: { id: number } };
  'affiliate-credentials': { takes: { email: string }; gives: { id: number; passwordHash: string } };
  'affiliate-hold-password': { takes: { id: number; passwordHash: string }; gives: { '?column?': number } };
  'affiliate-load': {
    takes: { id: number };
    gives: { id: number; token: string; name: string; email: string; uniqid: string };
  };
  'affiliate-password-load': { takes: { id: number }; gives: { email: string; name: string; passwordHash: string } };
  'affiliate-password-lock': { takes: { id: number }; gives: { email: string; name: string; passwordHash: string } };
  'affiliate-password-update': { takes: { passwordHash: string; id: number }; gives: never };
  'assets-load': {
    takes: null;
    gives: {
      symbol: string;
      name: string;
      code: string;
      categoryId: number;
      categoryName: string;
      leverages: Column<'assetCategories', 'leverages'>;
      listOrder: number;
      referenceRate: number;
      dailyVolatility: number;
      quotedSpread: number;
      digits: number;
      isSuspended: boolean;
    };
  };
  'audit-insert': {
    takes: {
      auditId: string;
      auditAt: Date;
      auditEvent: string;
      auditActor: string;
      auditAccountId: number | null;
      auditAffiliateId: number | null;
      auditAddress: string | null;
      auditUserAgent: string | null;
      auditDetails: string;
    };
    gives: never;
  };
  'audit-insert-many': {
    takes: {
      ids: readonly (string | null)[];
      at: readonly (Date | null)[];
      events: readonly (string | null)[];
      actors: readonly (string | null)[];
      accountIds: readonly (number | null)[];
      affiliateIds: readonly (number | null)[];
      addresses: readonly (string | null)[];
      userAgents: readonly (string | null)[];
      details: readonly (string | null)[];
    };
    gives: never;
  };
  'audit-lines': {
    takes: { from: Date; at: Date | null; id: string | null; limit: number };
    gives: { id: string; at: Date; event: string; actor: string; accountId: number | null; affiliateId: number | null };
  };
  'auto-accounts': {
    takes: { version: string; among: readonly (number | null)[] | null };
    gives: { id: number; isBlocked: boolean };
  };
  'auto-accounts-lock': {
    takes: { accountIds: readonly (number | null)[] };
    gives: { id: number; balanceMinor: number };
  };
  'auto-balances': { takes: { accountIds: readonly (number | null)[] }; gives: { id: number; balanceMinor: number } };
  'auto-book-days': {
    takes: { accountIds: readonly (number | null)[] };
    gives: {
      accountId: number;
      begunAt: Date;
      equityMinor: number;
      openProfitMinor: number;
      stoppedAt: Date | null;
      realisedMinor: number;
    };
  };
  'auto-book-open': {
    takes: { accountIds: readonly (number | null)[] };
    gives: {
      id: string;
      accountId: number;
      symbol: string;
      direction: Column<'positions', 'direction'>;
      amountMinor: number;
      leverage: number;
      openRate: number;
      auto: boolean;
      profitMinor: number | null;
    };
  };
  'auto-consent': {
    takes: { accountId: number };
    gives: { consentedTo: string | null; consentedAt: Date | null; balanceMinor: number };
  };
  'auto-consents-outdated': { takes: { version: string }; gives: { isLeft: boolean } };
  'auto-consents-retire': { takes: { version: string; most: number }; gives: { id: number } };
  'auto-days-save': {
    takes: {
      accountIds: readonly (number | null)[];
      begunAt: readonly (Date | null)[];
      equitiesMinor: readonly (number | null)[];
      openProfitsMinor: readonly (number | null)[];
      stoppedAt: readonly (Date | null)[];
    };
    gives: never;
  };
  'auto-positions': {
    takes: { accountIds: readonly (number | null)[]; symbol: string; since: Date };
    gives: { id: string; accountId: number; direction: Column<'positions', 'direction'>; isOpen: boolean };
  };
  'auto-totals': { takes: { accountId: number }; gives: { realisedMinor: number } };
  'backtest-has-candles': { takes: null; gives: { isThere: boolean } };
  'backtest-span': {
    takes: { feed: string; symbol: string; resolutionSeconds: number; from: number; to: number };
    gives: { first: number | null; last: number | null };
  };
  'bonuses-given': {
    takes: { accountId: number };
    gives: { transactionId: string; amountMinor: number; isReleased: boolean; volumeMinor: number };
  };
  'candles-last-closes': {
    takes: { symbols: readonly (string | null)[]; feed: string };
    gives: { symbol: string; close: number };
  };
  'candles-of-buckets': {
    takes: {
      symbols: readonly (string | null)[];
      resolutions: readonly (number | null)[];
      times: readonly (number | null)[];
      feed: string;
    };
    gives: {
      symbol: string;
      resolutionSeconds: number;
      time: number;
      open: number;
      high: number;
      low: number;
      close: number;
    };
  };
  'chart-load': { takes: { accountId: number; symbol: string }; gives: { layout: unknown } };
  'chart-save': { takes: { accountId: number; symbol: string; layout: string; savedAt: Date }; gives: never };
  'content-refusals-delete': { takes: { keys: readonly (string | null)[] }; gives: { name: string } };
  'content-refusals-insert': {
    takes: { at: Date; keys: readonly (string | null)[]; names: readonly (string | null)[] };
    gives: { key: string };
  };
  'demo-account': { takes: { email: string }; gives: { id: number } };
  'demo-account-insert': {
    takes: {
      token: string;
      uniqid: string;
      email: string;
      passwordHash: string;
      firstName: string;
      lastName: string;
      phone: string | null;
      birthDate: string | null;
      countryId: number | null;
      state: string | null;
      city: string | null;
      street: string | null;
      zipCode: string | null;
      pin: string | null;
      level: string | null;
      verified: boolean;
      customLeverage: string | null;
      categoryIds: readonly (number | null)[];
      documents: string;
      referredByAccountId: number | null;
      referredByAffiliateId: number | null;
      autoConsentedTo: string | null;
      autoConsentedAt: Date | null;
      sourcePage: string | null;
      createdAt: Date;
    };
    gives: { id: number };
  };
  'demo-affiliate-insert': {
    takes: { token: string; name: string; email: string; passwordHash: string; uniqid: string; createdAt: Date };
    gives: { id: number };
  };
  'demo-affiliate-kept-out': { takes: { affiliateId: number }; gives: { keptOut: boolean | null } };
  'demo-first-deposit': { takes: { accountId: number }; gives: never };
  'demo-invested': { takes: { accountId: number }; gives: never };
  'demo-positions-insert': {
    takes: {
      feed: string;
      ids: readonly (string | null)[];
      accountIds: readonly (number | null)[];
      symbols: readonly (string | null)[];
      directions: readonly (string | null)[];
      amountsMinor: readonly (number | null)[];
      leverages: readonly (number | null)[];
      openRates: readonly (number | null)[];
      openedAts: readonly (Date | null)[];
      takeProfits: readonly (number | null)[];
      stopLosses: readonly (number | null)[];
      openBids: readonly (number | null)[];
      openAsks: readonly (number | null)[];
    };
    gives: never;
  };
  'demo-steps-insert': {
    takes: {
      ids: readonly (string | null)[];
      steps: readonly (string | null)[];
      ats: readonly (Date | null)[];
      byOperators: readonly (string | null)[];
      reasons: readonly (string | null)[];
    };
    gives: never;
  };
  'demo-trade-candles': {
    takes: { feed: string; symbols: readonly (string | null)[]; from: number };
    gives: {
      symbol: string;
      quotedSpread: number;
      digits: number;
      dailyVolatility: number;
      time: number;
      open: number;
      high: number;
      low: number;
      close: number;
    };
  };
  'demo-trades-insert': {
    takes: {
      ids: readonly (string | null)[];
      accountIds: readonly (number | null)[];
      symbols: readonly (string | null)[];
      directions: readonly (string | null)[];
      amountsMinor: readonly (number | null)[];
      leverages: readonly (number | null)[];
      openRates: readonly (number | null)[];
      openedAts: readonly (Date | null)[];
      takeProfits: readonly (number | null)[];
      stopLosses: readonly (number | null)[];
      closedRates: readonly (number | null)[];
      closedAts: readonly (Date | null)[];
      reasons: readonly (number | null)[];
      profitsMinor: readonly (number | null)[];
      openBids: readonly (number | null)[];
      openAsks: readonly (number | null)[];
      closedBids: readonly (number | null)[];
      closedAsks: readonly (number | null)[];
      feeds: readonly (string | null)[];
    };
    gives: never;
  };
  'demo-transactions-insert': {
    takes: {
      ids: readonly (string | null)[];
      accountIds: readonly (number | null)[];
      typeIds: readonly (number | null)[];
      statuses: readonly (string | null)[];
      amountsMinor: readonly (number | null)[];
      createdAts: readonly (Date | null)[];
      updatedAts: readonly (Date | null)[];
    };
    gives: never;
  };
  'demo-transfers-insert': {
    takes: {
      provider: string;
      currency: string;
      ids: readonly (string | null)[];
      accountIds: readonly (number | null)[];
      states: readonly (string | null)[];
      amountsMinor: readonly (number | null)[];
      askedMinor: readonly (number | null)[];
      ats: readonly (Date | null)[];
    };
    gives: never;
  };
  'deposit-moves': {
    takes: { accountId: number; depositTypes: readonly (number | null)[] };
    gives: { amountMinor: number; at: Date };
  };
  'deposits-open': { takes: { accountId: number; since: Date }; gives: { begunAt: Date; isAsked: boolean } };
  'deposits-opened': {
    takes: { accountId: number };
    gives: { transactionId: string; provider: string; amountMinor: number; createdAt: Date };
  };
  'desk-find': {
    takes: { accountIds: readonly (number | null)[]; ids: readonly (string | null)[] };
    gives: { id: string; accountId: number; isOpen: boolean };
  };
  'desk-load': {
    takes: {
      ids: readonly (string | null)[];
      accountIds: readonly (number | null)[];
      requestIds: readonly (string | null)[];
    };
    gives: {
      id: string;
      accountId: number;
      symbol: string;
      direction: Column<'positions', 'direction'>;
      amountMinor: number;
      leverage: number;
      openRate: number;
      openedAt: Date;
      takeProfit: number | null;
      stopLoss: number | null;
      protected: boolean;
      auto: boolean;
      requestId: string | null;
      closedRate: number | null;
      closedAt: Date | null;
      closingReason: Column<'positions', 'closingReason'> | null;
      profitMinor: number | null;
    };
  };
  'desk-lock': {
    takes: { autoRuleVersion: string; accountIds: readonly (number | null)[] };
    gives: {
      id: number;
      balanceMinor: number;
      bonusMinor: number;
      creditMinor: number;
      reservedMinor: number;
      investedMinor: number;
      openPositions: number;
      verified: boolean;
      isBlocked: boolean;
      autoTrading: boolean;
      categoryIds: Column<'accounts', 'categoryIds'>;
      customLeverage: Column<'accounts', 'customLeverage'> | null;
      noticeChoices: Column<'accounts', 'noticeChoices'> | null;
    };
  };
  'desk-lock-free': {
    takes: { autoRuleVersion: string; accountIds: readonly (number | null)[] };
    gives: {
      id: number;
      balanceMinor: number;
      bonusMinor: number;
      creditMinor: number;
      reservedMinor: number;
      investedMinor: number;
      openPositions: number;
      verified: boolean;
      isBlocked: boolean;
      autoTrading: boolean;
      categoryIds: Column<'accounts', 'categoryIds'>;
      customLeverage: Column<'accounts', 'customLeverage'> | null;
      noticeChoices: Column<'accounts', 'noticeChoices'> | null;
    };
  };
  'desk-write': {
    takes: {
      now: Date;
      feedName: string;
      openedIds: readonly (string | null)[];
      openedFor: readonly (number | null)[];
      symbols: readonly (string | null)[];
      directions: readonly (string | null)[];
      amountsMinor: readonly (number | null)[];
      leverages: readonly (number | null)[];
      openRates: readonly (number | null)[];
      requestIds: readonly (string | null)[];
      openedTakeProfits: readonly (number | null)[];
      openedStopLosses: readonly (number | null)[];
      byAuto: readonly (boolean | null)[];
      openBids: readonly (number | null)[];
      openAsks: readonly (number | null)[];
      openQuotesAt: readonly (Date | null)[];
      openSequences: readonly (number | null)[];
      changedIds: readonly (string | null)[];
      takeProfits: readonly (number | null)[];
      stopLosses: readonly (number | null)[];
      closedAt: readonly (Date | null)[];
      closedRates: readonly (number | null)[];
      closingReasons: readonly (number | null)[];
      profitsMinor: readonly (number | null)[];
      closedBids: readonly (number | null)[];
      closedAsks: readonly (number | null)[];
      closedQuotesAt: readonly (Date | null)[];
      closedSequences: readonly (number | null)[];
      closedAfterJump: readonly (boolean | null)[];
      noticeIds: readonly (string | null)[];
      noticeAccountIds: readonly (number | null)[];
      noticeCodes: readonly (string | null)[];
      noticeData: readonly (string | null)[];
      noticedAt: readonly (Date | null)[];
      noticesOnScreen: readonly (boolean | null)[];
      noticeMailsDueAt: readonly (Date | null)[];
      entryIds: readonly (string | null)[];
      businessKeys: readonly (string | null)[];
      recordedAt: readonly (Date | null)[];
      postingEntryIds: readonly (string | null)[];
      lines: readonly (number | null)[];
      books: readonly (string | null)[];
      postingAccountIds: readonly (number | null)[];
      postedMinor: readonly (number | null)[];
      balancesAfterMinor: readonly (number | null)[];
      parties: readonly (string | null)[];
      accountIds: readonly (number | null)[];
      balancesMinor: readonly (number | null)[];
      bonusesMinor: readonly (number | null)[];
      creditsMinor: readonly (number | null)[];
      investedMinor: readonly (number | null)[];
      openPositions: readonly (number | null)[];
    };
    gives: never;
  };
  'device-delete-of': { takes: { accountId: number; kept: Buffer | null }; gives: never };
  'device-drop-oldest': { takes: { accountId: number; mostDevices: number }; gives: never };
  'device-insert': { takes: { tokenHash: Buffer; accountId: number; usedAt: Date }; gives: never };
  'device-is-known': { takes: { tokenHash: Buffer; accountId: number }; gives: { '?column?': number } };
  'device-is-new': {
    takes: { address: string | null; userAgent: string | null; accountId: number };
    gives: { isNew: boolean };
  };
  'device-is-of': { takes: { tokenHash: Buffer; email: string }; gives: { '?column?': number } };
  'device-touch': { takes: { usedAt: Date; tokenHash: Buffer; accountId: number }; gives: never };
  'document-insert': {
    takes: {
      id: string;
      accountId: number;
      field: string;
      mediaType: string;
      bytes: number;
      digest: string;
      uploadedAt: Date;
    };
    gives: never;
  };
  'document-load': {
    takes: { id: string };
    gives: {
      id: string;
      accountId: number;
      email: string;
      field: Column<'documents', 'field'>;
      mediaType: Column<'documents', 'mediaType'>;
      bytes: number;
      digest: string;
      uploadedAt: Date;
      documents: Column<'accounts', 'documents'>;
      isNewest: boolean;
    };
  };
  'documents-known': { takes: { names: readonly (string | null)[] }; gives: { name: string } };
  'documents-list': {
    takes: { email: string | null };
    gives: {
      id: string;
      accountId: number;
      email: string;
      field: Column<'documents', 'field'>;
      mediaType: Column<'documents', 'mediaType'>;
      bytes: number;
      digest: string;
      uploadedAt: Date;
      documents: Column<'accounts', 'documents'>;
      isNewest: boolean;
    };
  };
  'documents-lock': { takes: { accountId: number }; gives: { documents: Column<'accounts', 'documents'> } };
  'documents-set-states': { takes: { states: string; accountId: number }; gives: never };
  'documents-states': { takes: { accountId: number }; gives: { documents: Column<'accounts', 'documents'> } };
  'dry-run-positions': {
    takes: { symbol: string; since: Date; after: string | null; most: number };
    gives: {
      id: string;
      email: string;
      direction: Column<'positions', 'direction'>;
      amountMinor: number;
      leverage: number;
      openRate: number;
      openedAt: number;
      openBid: number | null;
      closedBid: number | null;
      takeProfit: number | null;
      stopLoss: number | null;
      protected: boolean;
      closedAt: number | null;
      closingReason: Column<'positions', 'closingReason'> | null;
      profitMinor: number | null;
    };
  };
  'dry-run-spread-changes': {
    takes: { pointsOfOne: number; since: Date };
    gives: { symbol: string; at: number; from: number; to: number };
  };
  'factor-enable': { takes: { enabledAt: Date; accountId: number }; gives: never };
  'factor-facts': { takes: { accountId: number }; gives: { enabledAt: Date | null; codesLeft: number | null } };
  'factor-facts-refusals': {
    takes: { accountId: number; since: Date };
    gives: { asker: string; kind: string; count: number };
  };
  'factor-hold': { takes: { accountId: number }; gives: { isOn: boolean } };
  'factor-is-on': { takes: { accountId: number }; gives: { '?column?': number } };
  'factor-lock': {
    takes: { accountId: number };
    gives: { email: string; secret: Buffer | null; enabledAt: Date | null; step: number | null };
  };
  'factor-refusals': {
    takes: { accountId: number; after: Date; asker: string; kind: string; most: number };
    gives: { at: Date; address: string | null };
  };
  'factor-secret': { takes: { secret: Buffer | null; accountId: number }; gives: never };
  'factor-step': { takes: { step: number; accountId: number }; gives: never };
  'first-deposit': {
    takes: { at: Date; amountMinor: number; accountId: number };
    gives: {
      accountId: number;
      affiliateId: number | null;
      uniqid: string;
      sourceTag: string | null;
      countryId: number | null;
      createdAt: Date;
      firstDepositAt: Date | null;
      firstDepositMinor: number | null;
      isTold: boolean;
    };
  };
  'first-deposit-replace': {
    takes: { at: Date | null; amountMinor: number | null; accountId: number };
    gives: {
      accountId: number;
      affiliateId: number | null;
      uniqid: string;
      sourceTag: string | null;
      countryId: number | null;
      createdAt: Date;
      firstDepositAt: Date | null;
      firstDepositMinor: number | null;
      isTold: boolean;
    };
  };
  'form-entries-delete': { takes: { sentAt: Date; limit: number }; gives: never };
  'form-entry-insert': {
    takes: { id: string; form: string; fields: string; digest: Buffer; humanity: string; createdAt: Date };
    gives: never;
  };
  'funds-load': {
    takes: { accountId: number };
    gives: {
      balanceMinor: number;
      bonusMinor: number;
      creditMinor: number;
      reservedMinor: number;
      investedMinor: number;
    };
  };
  'funds-lock': {
    takes: { accountId: number };
    gives: {
      balanceMinor: number;
      bonusMinor: number;
      creditMinor: number;
      reservedMinor: number;
      investedMinor: number;
    };
  };
  history: {
    takes: {
      accountId: number;
      symbol: string | null;
      reason: number | null;
      since: Date | null;
      before: Date | null;
      limit: number;
      offset: number;
    };
    gives: { total: number } & (
      | {
          id: string;
          accountId: number;
          symbol: string;
          direction: Column<'positions', 'direction'>;
          amountMinor: number;
          leverage: number;
          openRate: number;
          openedAt: Date;
          takeProfit: number | null;
          stopLoss: number | null;
          protected: boolean;
          auto: boolean;
          requestId: string | null;
          closedRate: number | null;
          closedAt: Date | null;
          closingReason: Column<'positions', 'closingReason'> | null;
          profitMinor: number | null;
        }
      | {
          id: null;
          accountId: null;
          symbol: null;
          direction: null;
          amountMinor: null;
          leverage: null;
          openRate: null;
          openedAt: null;
          takeProfit: null;
          stopLoss: null;
          protected: null;
          auto: null;
          requestId: null;
          closedRate: null;
          closedAt: null;
          closingReason: null;
          profitMinor: null;
        }
    );
  };
  'key-proof-documents': { takes: null; gives: { '?column?': number } };
  'key-proof-factors': { takes: null; gives: { accountId: number; sealed: Buffer } };
  'key-proof-insert': { takes: { sealed: Buffer; createdAt: Date }; gives: never };
  'key-proof-load': { takes: null; gives: { sealed: Buffer } };
  'ledger-post': {
    takes: {
      entryIds: readonly (string | null)[];
      businessKeys: readonly (string | null)[];
      recordedAt: readonly (Date | null)[];
      postingEntryIds: readonly (string | null)[];
      lines: readonly (number | null)[];
      books: readonly (string | null)[];
      postingAccountIds: readonly (number | null)[];
      postedMinor: readonly (number | null)[];
      balancesAfterMinor: readonly (number | null)[];
      parties: readonly (string | null)[];
      accountIds: readonly (number | null)[];
      balancesMinor: readonly (number | null)[];
      bonusesMinor: readonly (number | null)[];
      creditsMinor: readonly (number | null)[];
      reservesMinor: readonly (number | null)[];
    };
    gives: never;
  };
  'load-candle-span': {
    takes: { feed: string; symbol: string; resolutionSeconds: number };
    gives: { first: number | null; last: number | null };
  };
  'load-candles': {
    takes: { feed: string; symbol: string; resolutionSeconds: number; from: number; to: number; limit: number };
    gives: { time: number; open: number; high: number; low: number; close: number };
  };
  'login-code-delete': { takes: { expiredAt: Date }; gives: never };
  'login-code-insert': {
    takes: { codeHash: Buffer; accountId: number; purpose: string; createdAt: Date; expiresAt: Date };
    gives: never;
  };
  'login-code-lock': {
    takes: { codeHash: Buffer };
    gives: { accountId: number; purpose: Column<'loginCodes', 'purpose'>; expiresAt: Date };
  };
  'login-code-lock-beside': { takes: { codeHash: Buffer }; gives: { '?column?': number } };
  'login-code-lock-of': { takes: { accountId: number }; gives: { '?column?': number } };
  'login-code-spend': { takes: { at: Date; accountId: number; purpose: string | null }; gives: never };
  'login-code-use': { takes: { usedAt: Date; codeHash: Buffer }; gives: never };
  'mail-claim': {
    takes: { until: Date; now: Date };
    gives: {
      id: string;
      recipient: string;
      replyTo: string | null;
      subject: string;
      body: string;
      html: string | null;
      createdAt: Date;
      expiresAt: Date | null;
      attempts: number;
    };
  };
  'mail-delete': { takes: { id: string }; gives: never };
  'mail-delete-given-up': { takes: { writtenAt: Date }; gives: never };
  'mail-greeted': { takes: { email: string; isAffiliate: boolean }; gives: { firstName: string } };
  'mail-postpone': { takes: { dueAt: Date | null; id: string }; gives: never };
  'mails-insert': {
    takes: {
      ids: readonly (string | null)[];
      recipients: readonly (string | null)[];
      repliesTo: readonly (string | null)[];
      subjects: readonly (string | null)[];
      bodies: readonly (string | null)[];
      htmls: readonly (string | null)[];
      createdAt: readonly (Date | null)[];
      expiresAt: readonly (Date | null)[];
    };
    gives: never;
  };
  'newcomer-load': {
    takes: { accountId: number };
    gives: {
      accountId: number;
      affiliateId: number | null;
      uniqid: string;
      sourceTag: string | null;
      countryId: number | null;
      createdAt: Date;
      firstDepositAt: Date | null;
      firstDepositMinor: number | null;
      email: string;
      phone: string | null;
      referrerEmail: string;
      referrerPhone: string | null;
    };
  };
  'notice-choose': {
    takes: { code: string; channel: string; isOn: boolean; accountId: number };
    gives: { choices: Column<'accounts', 'noticeChoices'> };
  };
  'notice-customers': {
    takes: { accountIds: readonly (number | null)[] };
    gives: {
      id: number;
      email: string;
      firstName: string;
      language: string | null;
      choices: Column<'accounts', 'noticeChoices'> | null;
    };
  };
  'notice-mails-claim': {
    takes: { now: Date };
    gives: { accountId: number; code: Column<'notices', 'code'>; data: Column<'notices', 'data'>; createdAt: Date };
  };
  'notice-read': { takes: { accountId: number; id: string; readAt: Date }; gives: { '?column?': number } };
  'notices-delete-old': { takes: { writtenAt: Date; limit: number }; gives: never };
  'notices-insert': {
    takes: {
      noticeIds: readonly (string | null)[];
      noticeAccountIds: readonly (number | null)[];
      noticeCodes: readonly (string | null)[];
      noticeData: readonly (string | null)[];
      noticedAt: readonly (Date | null)[];
      noticesOnScreen: readonly (boolean | null)[];
      noticeMailsDueAt: readonly (Date | null)[];
    };
    gives: { done: number };
  };
  'notices-list': {
    takes: { accountId: number; before: string | null; most: number };
    gives: {
      id: string;
      code: Column<'notices', 'code'>;
      data: Column<'notices', 'data'>;
      createdAt: Date;
      readAt: Date | null;
    };
  };
  'notices-read-all': { takes: { readAt: Date; accountId: number; until: string | null }; gives: never };
  'notices-unread': { takes: { accountIds: readonly (number | null)[] }; gives: { accountId: number; unread: number } };
  'operator-affiliate-accounts': {
    takes: { email: string };
    gives: {
      email: string;
      name: string;
      createdAt: Date;
      sourcePage: string | null;
      sourceTag: string | null;
      enteredAt: Date | null;
      referralFault: Column<'accounts', 'referralFault'> | null;
      firstDepositAt: Date | null;
      firstDepositMinor: number | null;
    };
  };
  'operator-affiliate-insert': {
    takes: {
      token: string;
      email: string;
      name: string;
      uniqid: string;
      phone: string | null;
      passwordHash: string;
      createdAt: Date;
    };
    gives: { id: number };
  };
  'operator-affiliate-known': { takes: { email: string }; gives: { '?column?': number } };
  'operator-affiliate-password': { takes: { passwordHash: string; email: string }; gives: { id: number } };
  'operator-affiliate-sessions': { takes: { id: number | null }; gives: never };
  'operator-affiliates': {
    takes: null;
    gives: { email: string; name: string; uniqid: string; phone: string | null; createdAt: Date; accounts: number };
  };
  'operator-asset-insert': {
    takes: {
      symbol: string;
      name: string;
      code: string;
      categoryId: number;
      referenceRate: number;
      dailyVolatility: number;
      quotedSpread: number;
      digits: number;
    };
    gives: never;
  };
  'operator-asset-lock': { takes: { symbol: string }; gives: { spread: number } };
  'operator-asset-spread': { takes: { spread: number; symbol: string }; gives: never };
  'operator-blocked-last': { takes: { accountId: number }; gives: { actor: string; at: Date } };
  'operator-blocked-lock': { takes: { accountId: number }; gives: { blockedAt: Date | null } };
  'operator-blocked-update': { takes: { blockedAt: Date | null; accountId: number }; gives: never };
  'operator-categories': {
    takes: null;
    gives: { id: number; name: string; leverages: Column<'assetCategories', 'leverages'> };
  };
  'operator-categories-lock': { takes: null; gives: { id: number } };
  'operator-category-choosers': { takes: { category: string }; gives: { id: number } };
  'operator-category-customers': {
    takes: { category: string; before: readonly (number | null)[]; next: readonly (number | null)[] };
    gives: { id: number };
  };
  'operator-category-hold': {
    takes: { category: string };
    gives: { leverages: Column<'assetCategories', 'leverages'> };
  };
  'operator-category-insert': { takes: { name: string; leverages: readonly (number | null)[] }; gives: never };
  'operator-category-leverages': { takes: { next: readonly (number | null)[]; category: string }; gives: never };
  'operator-category-lock': {
    takes: { category: string };
    gives: { leverages: Column<'assetCategories', 'leverages'> };
  };
  'operator-customer-facts': {
    takes: { accountId: number };
    gives: {
      blockedAt: Date | null;
      balanceMinor: number;
      bonusMinor: number;
      creditMinor: number;
      reservedMinor: number;
      investedMinor: number;
      openPositions: number;
      autoConsentedAt: Date | null;
      autoConsentedTo: string | null;
      sessions: number;
      hasEntered: boolean;
      fault: Column<'accounts', 'referralFault'> | null;
      sourcePage: string | null;
      sourceTag: string | null;
      acts: unknown;
    } & ({ byAffiliate: string } | { byAffiliate: null }) &
      ({ byCustomer: string } | { byCustomer: null });
  };
  'operator-customers': {
    takes: { like: string | null; most: number };
    gives: {
      id: number;
      email: string;
      name: string;
      uniqid: string;
      phone: string | null;
      verified: boolean;
      blockedAt: Date | null;
      level: string | null;
      balanceMinor: number;
      openPositions: number;
      createdAt: Date;
    };
  };
  'operator-form-entries': {
    takes: { form: string | null; onlyUnread: boolean; from: Date | null; until: Date | null; most: number };
    gives: {
      id: string;
      form: string;
      fields: Column<'formEntries', 'fields'>;
      humanity: Column<'formEntries', 'humanity'>;
      createdAt: Date;
      readAt: Date | null;
    };
  };
  'operator-form-entry': {
    takes: { id: string };
    gives: {
      id: string;
      form: string;
      fields: Column<'formEntries', 'fields'>;
      humanity: Column<'formEntries', 'humanity'>;
      createdAt: Date;
      readAt: Date | null;
    };
  };
  'operator-form-entry-read': { takes: { at: Date; id: string }; gives: never };
  'operator-ids': { takes: { from: string; until: string; most: number }; gives: { id: string } };
  'operator-our-payments': {
    takes: { provider: string; currency: string };
    gives: {
      transactionId: string;
      accountId: number;
      isReversed: boolean;
      askedMinor: number;
      currency: string;
      status: Column<'transactions', 'status'>;
      creditedBy: string | null;
      at: Date;
    } & (
      | { reference: string | null; postedMinor: number | null; note: string | null }
      | { reference: null; postedMinor: null; note: null }
    );
  };
  'operator-popups': {
    takes: { onlyShown: boolean; most: number };
    gives: { id: string; title: string; publishedAt: Date; withdrawnAt: Date | null; readBy: number } & (
      { email: string } | { email: null }
    );
  };
  'operator-position': {
    takes: { id: string };
    gives: {
      id: string;
      accountId: number;
      symbol: string;
      direction: Column<'positions', 'direction'>;
      amountMinor: number;
      leverage: number;
      openRate: number;
      openedAt: Date;
      takeProfit: number | null;
      stopLoss: number | null;
      protected: boolean;
      auto: boolean;
      requestId: string | null;
      closedRate: number | null;
      closedAt: Date | null;
      closingReason: Column<'positions', 'closingReason'> | null;
      profitMinor: number | null;
    };
  };
  'operator-position-lock': { takes: { accountId: number }; gives: { '?column?': number } };
  'operator-position-protected': { takes: { isProtected: boolean; id: string }; gives: never };
  'operator-positions': {
    takes: { email: string | null; symbol: string | null; most: number };
    gives: {
      id: string;
      accountId: number;
      symbol: string;
      direction: Column<'positions', 'direction'>;
      amountMinor: number;
      leverage: number;
      openRate: number;
      openedAt: Date;
      takeProfit: number | null;
      stopLoss: number | null;
      protected: boolean;
      auto: boolean;
      requestId: string | null;
      closedRate: number | null;
      closedAt: Date | null;
      closingReason: Column<'positions', 'closingReason'> | null;
      profitMinor: number | null;
      email: string;
    };
  };
  'operator-provider-names': { takes: null; gives: { name: string } };
  'operator-queues-load': {
    takes: { now: Date; queues: readonly (string | null)[] };
    gives: { queue: string; waiting: number; oldestSeconds: number };
  };
  'operator-report-due': { takes: { at: Date; id: string }; gives: never };
  'operator-reports-by-names': {
    takes: { provider: string; names: readonly (string | null)[] };
    gives: {
      transactionId: string | null;
      reference: string | null;
      said: string;
      amountMinor: number;
      currency: string;
      outcome: string | null;
      payment: string | null;
    };
  };
  'operator-setting-categories': { takes: { value: readonly (number | null)[]; accountId: number }; gives: never };
  'operator-setting-custom-leverage': { takes: { value: string | null; accountId: number }; gives: never };
  'operator-setting-last': { takes: { accountId: number; what: string }; gives: { actor: string; at: Date } };
  'operator-setting-level': { takes: { value: string | null; accountId: number }; gives: never };
  'operator-setting-pin': { takes: { value: string | null; accountId: number }; gives: never };
  'operator-setting-verified': { takes: { value: boolean; accountId: number }; gives: never };
  'operator-settings-lock': {
    takes: { accountId: number };
    gives: {
      verified: boolean;
      level: string | null;
      pin: string | null;
      customLeverage: Column<'accounts', 'customLeverage'> | null;
      categoryIds: Column<'accounts', 'categoryIds'>;
      documents: Column<'accounts', 'documents'>;
    };
  };
  'operator-suspensions-last': { takes: { from: Date; to: Date; symbol: string }; gives: { actor: string; at: Date } };
  'operator-suspensions-lock': {
    takes: { symbol: string | null; category: string | null };
    gives: { symbol: string; suspendedAt: Date | null };
  };
  'operator-suspensions-update': {
    takes: { suspendedAt: Date | null; symbols: readonly (string | null)[] };
    gives: never;
  };
  'operator-transaction': {
    takes: { entryKinds: readonly (string | null)[]; id: string };
    gives: {
      id: string;
      email: string;
      uniqid: string;
      blockedAt: Date | null;
      typeId: Column<'transactions', 'typeId'>;
      status: Column<'transactions', 'status'>;
      amountMinor: number;
      createdAt: Date;
      lastStep: Column<'transactionStepRows', 'step'> | null;
      comments: string | null;
      report: Column<'paymentEvents', 'event'> | null;
      creditedBy: string | null;
      noteOfDecision: string | null;
      blockedFor: string | null;
      steps: unknown;
      reports: unknown;
      entries: unknown;
    } & (
      | {
          provider: string;
          reference: string | null;
          state: Column<'payments', 'state'>;
          note: string | null;
          askedMinor: number;
          askedCurrency: string;
        }
      | { provider: null; reference: null; state: null; note: null; askedMinor: null; askedCurrency: null }
    );
  };
  'operator-transactions': {
    takes: { email: string | null };
    gives: {
      id: string;
      email: string;
      uniqid: string;
      blockedAt: Date | null;
      typeId: Column<'transactions', 'typeId'>;
      status: Column<'transactions', 'status'>;
      amountMinor: number;
      createdAt: Date;
      lastStep: Column<'transactionStepRows', 'step'> | null;
      comments: string | null;
      report: Column<'paymentEvents', 'event'> | null;
      creditedBy: string | null;
    } & (
      | { provider: string; reference: string | null; state: Column<'payments', 'state'>; note: string | null }
      | { provider: null; reference: null; state: null; note: null }
    );
  };
  'operator-transactions-waiting': {
    takes: { email: string | null; calledOffSince: Date };
    gives: {
      id: string;
      email: string;
      uniqid: string;
      blockedAt: Date | null;
      typeId: Column<'transactions', 'typeId'>;
      status: Column<'transactions', 'status'>;
      amountMinor: number;
      createdAt: Date;
      lastStep: Column<'transactionStepRows', 'step'> | null;
      comments: string | null;
      report: Column<'paymentEvents', 'event'> | null;
      creditedBy: string | null;
    } & (
      | { provider: string; reference: string | null; state: Column<'payments', 'state'>; note: string | null }
      | { provider: null; reference: null; state: null; note: null }
    );
  };
  'operator-unusable-reports': { takes: null; gives: { report: unknown } };
  'operator-withdrawals-under-way': {
    takes: { accountId: number };
    gives: {
      id: string;
      email: string;
      uniqid: string;
      blockedAt: Date | null;
      typeId: Column<'transactions', 'typeId'>;
      status: Column<'transactions', 'status'>;
      amountMinor: number;
      createdAt: Date;
      lastStep: Column<'transactionStepRows', 'step'> | null;
      comments: string | null;
      report: Column<'paymentEvents', 'event'> | null;
      creditedBy: string | null;
    } & (
      | { provider: string; reference: string | null; state: Column<'payments', 'state'>; note: string | null }
      | { provider: null; reference: null; state: null; note: null }
    );
  };
  'party-in-books': { takes: { party: string }; gives: { isThere: boolean } };
  'password-load': {
    takes: { accountId: number };
    gives: { email: string; firstName: string; lastName: string; passwordHash: string };
  };
  'password-lock': {
    takes: { accountId: number };
    gives: { email: string; firstName: string; lastName: string; passwordHash: string };
  };
  'password-update': { takes: { passwordHash: string; accountId: number }; gives: never };
  'payment-answer-insert': {
    takes: {
      id: string;
      provider: string;
      eventKey: string;
      body: Buffer;
      event: string;
      at: Date;
      transactionId: string;
      outcome: string;
    };
    gives: never;
  };
  'payment-ask-at': { takes: { askAt: Date | null; transactionId: string }; gives: never };
  'payment-begun': { takes: { askAt: Date | null; at: Date; transactionId: string }; gives: never };
  'payment-claim-ask': {
    takes: { until: Date; now: Date; provider: string };
    gives: {
      transactionId: string;
      accountId: number;
      provider: string;
      reference: string | null;
      state: Column<'payments', 'state'>;
      asks: number;
      begunAt: Date;
    };
  };
  'payment-event-bodies-forget': { takes: { receivedBefore: Date; limit: number }; gives: never };
  'payment-event-finish': { takes: { transactionId: string; outcome: string; id: string }; gives: never };
  'payment-event-hasten': { takes: { at: Date; provider: string; reference: string }; gives: never };
  'payment-event-lock': {
    takes: { now: Date };
    gives: {
      id: string;
      provider: string;
      event: Column<'paymentEvents', 'event'>;
      receivedAt: Date;
      attempts: number;
    };
  };
  'payment-event-postpone': { takes: { dueAt: Date | null; outcome: string; id: string }; gives: never };
  'payment-events-insert': {
    takes: {
      ids: readonly (string | null)[];
      providers: readonly (string | null)[];
      eventKeys: readonly (string | null)[];
      bodies: readonly (Buffer | null)[];
      events: readonly (string | null)[];
      at: readonly (Date | null)[];
    };
    gives: { id: string };
  };
  'payment-forget-page': { takes: { transactionId: string }; gives: never };
  'payment-insert': {
    takes: {
      transactionId: string;
      accountId: number;
      provider: string;
      amountMinor: number;
      currency: string;
      askAt: Date | null;
      at: Date;
    };
    gives: never;
  };
  'payment-load': {
    takes: { transactionId: string };
    gives: {
      transactionId: string;
      accountId: number;
      provider: string;
      state: Column<'payments', 'state'>;
      reference: string | null;
      redirectUrl: string | null;
      asks: number;
      isAwaited: boolean;
      amountMinor: number;
      currency: string;
      note: string | null;
      status: Column<'transactions', 'status'>;
      typeId: Column<'transactions', 'typeId'>;
      language: string | null;
    };
  };
  'payment-lock': {
    takes: { transactionId: string };
    gives: {
      transactionId: string;
      accountId: number;
      provider: string;
      state: Column<'payments', 'state'>;
      reference: string | null;
      redirectUrl: string | null;
      asks: number;
      isAwaited: boolean;
      amountMinor: number;
      currency: string;
      note: string | null;
      status: Column<'transactions', 'status'>;
      typeId: Column<'transactions', 'typeId'>;
      language: string | null;
    };
  };
  'payment-lock-payer': {
    takes: { provider: string; transactionId: string | null; reference: string | null };
    gives: {
      transactionId: string;
      accountId: number;
      balanceMinor: number;
      bonusMinor: number;
      creditMinor: number;
      reservedMinor: number;
    };
  };
  'payment-lock-reported': {
    takes: { reference: string; transactionId: string };
    gives: {
      transactionId: string;
      accountId: number;
      provider: string;
      state: Column<'payments', 'state'>;
      reference: string | null;
      redirectUrl: string | null;
      asks: number;
      isAwaited: boolean;
      amountMinor: number;
      currency: string;
      note: string | null;
      status: Column<'transactions', 'status'>;
      typeId: Column<'transactions', 'typeId'>;
      language: string | null;
      events: Column<'paymentEvents', 'event'>[] | null;
      settled: boolean[] | null;
      taken: boolean[] | null;
      isTaken: boolean;
    };
  };
  'payment-providers-to-ask': { takes: { now: Date }; gives: { provider: string } };
  'payment-reference-keep': { takes: { reference: string; transactionId: string }; gives: never };
  'payment-reports': {
    takes: { transactionId: string };
    gives: { event: Column<'paymentEvents', 'event'>; isSettled: boolean; isTaken: boolean };
  };
  'payment-reports-settle': { takes: { at: Date; transactionId: string }; gives: never };
  'payment-settled': {
    takes: {
      status: string;
      at: Date;
      transactionId: string;
      state: string;
      note: string | null;
      step: string | null;
      outcome: string | null;
      eventId: string | null;
      auditId: string;
      auditAt: Date;
      auditEvent: string;
      auditActor: string;
      auditAccountId: number | null;
      auditAffiliateId: number | null;
      auditAddress: string | null;
      auditUserAgent: string | null;
      auditDetails: string;
      entryIds: readonly (string | null)[];
      businessKeys: readonly (string | null)[];
      recordedAt: readonly (Date | null)[];
      postingEntryIds: readonly (string | null)[];
      lines: readonly (number | null)[];
      books: readonly (string | null)[];
      postingAccountIds: readonly (number | null)[];
      postedMinor: readonly (number | null)[];
      balancesAfterMinor: readonly (number | null)[];
      parties: readonly (string | null)[];
      accountIds: readonly (number | null)[];
      balancesMinor: readonly (number | null)[];
      bonusesMinor: readonly (number | null)[];
      creditsMinor: readonly (number | null)[];
      reservesMinor: readonly (number | null)[];
    };
    gives: never;
  };
  'payment-started': {
    takes: { at: Date; reference: string | null; redirectUrl: string | null; transactionId: string };
    gives: never;
  };
  'payment-update': {
    takes: { status: string; at: Date; transactionId: string; state: string; note: string | null };
    gives: never;
  };
  'payout-party': { takes: { transactionId: string }; gives: { party: string | null } };
  'performance-beside': {
    takes: { accountId: number; since: Date | null };
    gives: { firstOpenedAt: Date | null; feesMinor: number };
  };
  'performance-exposure': {
    takes: { accountId: number; fromMs: number; stepMs: number };
    gives: { symbol: string; instant: number; units: number; constantMinor: number; closedMinor: number };
  };
  'performance-trades': {
    takes: { steps: number; accountId: number; since: Date | null };
    gives: {
      trades: number;
      closedAt: Date;
      fallMinor: number;
      wins: number;
      losses: number;
      wonMinor: number;
      lostMinor: number;
      bestMinor: number;
      worstMinor: number;
      spreadMinor: number;
      withoutQuotes: number;
    } & ({ symbol: string | null; step: number | null } | { symbol: null; step: null });
  };
  'person-lock': {
    takes: { personLock: number; names: readonly (string | null)[] };
    gives: { pg_advisory_xact_lock: string | null };
  };
  'popup-insert': {
    takes: { id: string; accountId: number | null; title: string; content: string; publishedAt: Date };
    gives: never;
  };
  'popup-read': { takes: { popupId: string; accountId: number; readAt: Date }; gives: { id: string } };
  'popup-withdraw': { takes: { withdrawnAt: Date; id: string }; gives: { before: Date | null } };
  'popups-unread': { takes: { accountId: number }; gives: { id: string; title: string; content: string } };
  'postback-claim': {
    takes: { until: Date; now: Date; busy: readonly (number | null)[] };
    gives: {
      id: string;
      affiliateId: number;
      body: string;
      createdAt: Date;
      tries: number;
      url: string | null;
      secret: Buffer;
    };
  };
  'postback-delete-old': { takes: { testsBefore: Date; writtenBefore: Date; limit: number }; gives: never };
  'postback-finish': {
    takes: { dueAt: Date | null; status: number | null; fault: string | null; at: Date; id: string; until: Date };
    gives: never;
  };
  'postback-give-up': { takes: { affiliateId: number }; gives: never };
  'postback-hold-back': { takes: { until: Date; affiliateId: number }; gives: never };
  'postback-insert': {
    takes: { id: string; accountId: number | null; event: string; body: string; createdAt: Date; affiliateId: number };
    gives: never;
  };
  'postback-list': {
    takes: { affiliateId: number; limit: number };
    gives: {
      id: string;
      event: Column<'postbackDeliveries', 'event'>;
      tries: number;
      lastStatus: number | null;
      lastFault: Column<'postbackDeliveries', 'lastFault'> | null;
      createdAt: Date;
      dueAt: Date | null;
      answeredAt: Date | null;
      deliveredAt: Date | null;
    } & ({ account: string } | { account: null });
  };
  'postback-load': {
    takes: { affiliateId: number; id: string };
    gives: {
      id: string;
      event: Column<'postbackDeliveries', 'event'>;
      tries: number;
      lastStatus: number | null;
      lastFault: Column<'postbackDeliveries', 'lastFault'> | null;
      createdAt: Date;
      dueAt: Date | null;
      answeredAt: Date | null;
      deliveredAt: Date | null;
    } & ({ account: string } | { account: null });
  };
  'postback-release': { takes: { dueAt: Date; id: string; until: Date }; gives: never };
  'postback-renew': { takes: { at: Date; affiliateId: number; id: string }; gives: never };
  'postback-take-back': { takes: { accountId: number; event: string }; gives: never };
  'postbacks-load': {
    takes: { affiliateId: number };
    gives: { url: string | null; events: Column<'affiliatePostbacks', 'events'>; secretMadeAt: Date };
  };
  'postbacks-save': {
    takes: { affiliateId: number; url: string | null; events: readonly (string | null)[]; secret: Buffer; at: Date };
    gives: { url: string | null; events: Column<'affiliatePostbacks', 'events'>; secretMadeAt: Date; isNew: boolean };
  };
  'postbacks-secret': {
    takes: { secret: Buffer; at: Date; affiliateId: number };
    gives: { url: string | null; events: Column<'affiliatePostbacks', 'events'>; secretMadeAt: Date };
  };
  'profile-lock': {
    takes: { accountId: number };
    gives: {
      first_name: string;
      last_name: string;
      phone: string | null;
      birth_date: string | null;
      country_id: number | null;
      state: string | null;
      city: string | null;
      street: string | null;
      zip_code: string | null;
      verified: boolean;
    };
  };
  'profile-update': {
    takes: {
      first_name: string;
      last_name: string;
      phone: string | null;
      birth_date: string | null;
      country_id: number | null;
      state: string | null;
      city: string | null;
      street: string | null;
      zip_code: string | null;
      accountId: number;
    };
    gives: never;
  };
  'queues-load': {
    takes: { now: Date; queues: readonly (string | null)[] };
    gives: { queue: string; waiting: number; oldestSeconds: number };
  };
  receipt: {
    takes: { id: string; accountId: number };
    gives: {
      id: string;
      accountId: number;
      symbol: string;
      direction: Column<'positions', 'direction'>;
      amountMinor: number;
      leverage: number;
      openRate: number;
      openedAt: Date;
      takeProfit: number | null;
      stopLoss: number | null;
      protected: boolean;
      auto: boolean;
      requestId: string | null;
      closedRate: number | null;
      closedAt: Date | null;
      closingReason: Column<'positions', 'closingReason'> | null;
      profitMinor: number | null;
      openBid: number | null;
      openAsk: number | null;
      openQuoteAt: Date | null;
      openSequence: number | null;
      openFeed: string | null;
      closedBid: number | null;
      closedAsk: number | null;
      closedQuoteAt: Date | null;
      closedSequence: number | null;
      closedFeed: string | null;
      closedAfterJump: boolean;
    };
  };
  'recovery-code-use': { takes: { usedAt: Date; hash: Buffer; accountId: number }; gives: never };
  'recovery-codes-delete': { takes: { accountId: number }; gives: never };
  'recovery-codes-insert': {
    takes: { accountId: number; createdAt: Date; hashes: readonly (Buffer | null)[] };
    gives: never;
  };
  'recovery-codes-left': { takes: { accountId: number }; gives: { left: number } };
  'referral-fault': { takes: { fault: string; accountId: number }; gives: never };
  'referrals-of-account': {
    takes: { accountId: number; maximumReferrals: number };
    gives: { firstName: string; lastName: string; email: string; createdAt: Date };
  };
  'referrer-find': { takes: { uniqid: string }; gives: { accountId: number | null; affiliateId: number | null } };
  'same-person': {
    takes: { accountId: number; mailbox: string; phone: string | null; isAnyPhone: boolean };
    gives: { '?column?': number };
  };
  'sandbox-answer': {
    takes: { state: string; dueAt: Date | null; reference: string };
    gives: {
      reference: string;
      transactionId: string;
      amountMinor: number;
      currency: string;
      returnUrl: string;
      language: string;
      state: Column<'sandboxPayments', 'state'>;
      dueAt: Date | null;
    };
  };
  'sandbox-by-reference': {
    takes: { reference: string };
    gives: {
      reference: string;
      transactionId: string;
      amountMinor: number;
      currency: string;
      returnUrl: string;
      language: string;
      state: Column<'sandboxPayments', 'state'>;
      dueAt: Date | null;
    };
  };
  'sandbox-by-transaction': {
    takes: { transactionId: string };
    gives: {
      reference: string;
      transactionId: string;
      amountMinor: number;
      currency: string;
      returnUrl: string;
      language: string;
      state: Column<'sandboxPayments', 'state'>;
      dueAt: Date | null;
    };
  };
  'sandbox-insert': {
    takes: {
      reference: string;
      transactionId: string;
      amountMinor: number;
      currency: string;
      returnUrl: string;
      language: string;
    };
    gives: never;
  };
  'sandbox-next-due': { takes: null; gives: { dueAt: Date | null } };
  'sandbox-pay-due': {
    takes: { now: Date };
    gives: {
      reference: string;
      transactionId: string;
      amountMinor: number;
      currency: string;
      returnUrl: string;
      language: string;
      state: Column<'sandboxPayments', 'state'>;
      dueAt: Date | null;
    };
  };
  'save-candles': {
    takes: {
      feed: string;
      symbols: readonly (string | null)[];
      resolutions: readonly (number | null)[];
      times: readonly (number | null)[];
      opens: readonly (number | null)[];
      highs: readonly (number | null)[];
      lows: readonly (number | null)[];
      closes: readonly (number | null)[];
    };
    gives: never;
  };
  'seed-assets': {
    takes: {
      symbols: readonly (string | null)[];
      names: readonly (string | null)[];
      codes: readonly (string | null)[];
      categoryIds: readonly (number | null)[];
      listOrders: readonly (number | null)[];
      referenceRates: readonly (number | null)[];
      dailyVolatilities: readonly (number | null)[];
      quotedSpreads: readonly (number | null)[];
      digits: readonly (number | null)[];
    };
    gives: never;
  };
  'seed-assets-without-history': {
    takes: { feed: string };
    gives: { symbol: string; dailyVolatility: number; digits: number };
  };
  'seed-categories': {
    takes: {
      ids: readonly (number | null)[];
      names: readonly (string | null)[];
      leverages: readonly (string | null)[];
    };
    gives: never;
  };
  'seed-history': {
    takes: {
      feed: string;
      symbol: string;
      resolutions: string;
      times: string;
      opens: string;
      highs: string;
      lows: string;
      closes: string;
    };
    gives: never;
  };
  'server-holder-enter': { takes: { holder: string; now: Date }; gives: never };
  'session-delete-dead': { takes: { seenAfter: Date; openedAfter: Date }; gives: { tokenHash: Buffer } };
  'session-delete-of': {
    takes: { accountId: number | null; affiliateId: number | null; kept: Buffer | null };
    gives: { tokenHash: Buffer };
  };
  'session-delete-own': {
    takes: { accountId: number | null; affiliateId: number | null; id: string };
    gives: { tokenHash: Buffer };
  };
  'session-find-gone': { takes: { tokenHashes: readonly (Buffer | null)[] }; gives: { tokenHash: Buffer } };
  'session-insert': {
    takes: {
      tokenHash: Buffer;
      accountId: number | null;
      affiliateId: number | null;
      id: string;
      openedBy: string;
      createdAt: Date;
      address: string | null;
      userAgent: string | null;
      countryShort: string | null;
      city: string | null;
    };
    gives: never;
  };
  'session-load': {
    takes: { sharedEmail: string | null; tokenHash: Buffer };
    gives: {
      tokenHash: Buffer;
      accountId: number | null;
      affiliateId: number | null;
      id: string;
      openedBy: Column<'sessions', 'openedBy'>;
      createdAt: Date;
      lastSeenAt: Date;
      ownerToken: string;
      isShared: boolean;
    };
  };
  'session-lock-of': { takes: { accountId: number | null; affiliateId: number | null }; gives: { tokenHash: Buffer } };
  'session-slide': { takes: { seenAt: Date; tokenHash: Buffer }; gives: never };
  'sessions-open': {
    takes: { accountId: number; seenAfter: Date; openedAfter: Date; current: Buffer };
    gives: {
      tokenHash: Buffer;
      id: string;
      address: string | null;
      userAgent: string | null;
      countryShort: string | null;
      city: string | null;
      createdAt: Date;
      lastSeenAt: Date;
    };
  };
  'statement-account': { takes: { uniqid: string }; gives: { id: number } };
  'statement-count': { takes: { accountId: number; since: Date; before: Date }; gives: { count: number } };
  'statement-entries': {
    takes: { accountId: number; since: Date; before: Date };
    gives: {
      id: string;
      businessKey: string;
      recordedAt: Date;
      books: Column<'ledgerPostings', 'book'>[] | null;
      amounts: number[] | null;
      afters: (number | null)[] | null;
      outcome: 'cancelled' | 'declined' | null;
    } & ({ symbol: string; direction: Column<'positions', 'direction'> } | { symbol: null; direction: null }) &
      ({ typeId: Column<'transactions', 'typeId'> } | { typeId: null });
  };
  'statement-funds': {
    takes: { accountId: number; before: Date };
    gives: { book: Column<'ledgerPostings', 'book'>; held: number | null };
  };
  'statement-owner': {
    takes: { accountId: number };
    gives: { id: number; firstName: string; lastName: string; uniqid: string };
  };
  'trading-snapshot': {
    takes: { accountIds: readonly (number | null)[] };
    gives: { snapshotOf: number; balanceMinor: number; investedMinor: number } & (
      | {
          id: string;
          accountId: number;
          symbol: string;
          direction: Column<'positions', 'direction'>;
          amountMinor: number;
          leverage: number;
          openRate: number;
          openedAt: Date;
          takeProfit: number | null;
          stopLoss: number | null;
          protected: boolean;
          auto: boolean;
          requestId: string | null;
          closedRate: number | null;
          closedAt: Date | null;
          closingReason: Column<'positions', 'closingReason'> | null;
          profitMinor: number | null;
        }
      | {
          id: null;
          accountId: null;
          symbol: null;
          direction: null;
          amountMinor: null;
          leverage: null;
          openRate: null;
          openedAt: null;
          takeProfit: null;
          stopLoss: null;
          protected: null;
          auto: null;
          requestId: null;
          closedRate: null;
          closedAt: null;
          closingReason: null;
          profitMinor: null;
        }
    );
  };
  'transaction-account': { takes: { id: string }; gives: { accountId: number } };
  'transaction-amount': { takes: { amountMinor: number; transactionId: string }; gives: never };
  'transaction-details': {
    takes: { transactionId: string; accountId: number };
    gives: {
      id: string;
      typeId: Column<'transactions', 'typeId'>;
      status: Column<'transactions', 'status'>;
      amountMinor: number;
      createdAt: Date;
      stage: 'not_started' | 'opened' | 'returned' | 'sent' | Column<'transactions', 'status'>;
      comments: string | null;
      steps: Column<'transactionStepRows', 'step'>[] | null;
      times: Date[] | null;
      reasons: (string | null)[] | null;
    } & (
      | { provider: string; askedMinor: number; paymentState: Column<'payments', 'state'> }
      | { provider: null; askedMinor: null; paymentState: null }
    );
  };
  'transaction-insert': {
    takes: {
      id: string;
      accountId: number;
      typeId: number;
      status: string;
      amountMinor: number;
      comments: string | null;
      requestId: string | null;
      language: string | null;
      createdAt: Date;
    };
    gives: never;
  };
  'transaction-last-language': { takes: { accountId: number }; gives: { language: string | null } };
  'transaction-lock': {
    takes: { id: string };
    gives: {
      id: string;
      accountId: number;
      typeId: Column<'transactions', 'typeId'>;
      status: Column<'transactions', 'status'>;
      amountMinor: number;
      language: string | null;
      steps: Column<'transactionStepRows', 'step'>[] | null;
    };
  };
  'transaction-of-request': {
    takes: { accountId: number; requestId: string };
    gives: { id: string; typeId: Column<'transactions', 'typeId'>; amountMinor: number } & (
      { provider: string } | { provider: null }
    );
  };
  'transaction-status': { takes: { status: string; at: Date; id: string }; gives: never };
  'transaction-step': {
    takes: { transactionId: string; step: string; at: Date; byOperator: string | null; reason: string | null };
    gives: never;
  };
  'transactions-of-account': {
    takes: { accountId: number };
    gives: {
      id: string;
      typeId: Column<'transactions', 'typeId'>;
      status: Column<'transactions', 'status'>;
      amountMinor: number;
      createdAt: Date;
      stage: 'not_started' | 'opened' | 'returned' | 'sent' | Column<'transactions', 'status'>;
    };
  };
  'triggers-open-positions': {
    takes: null;
    gives: {
      id: string;
      accountId: number;
      symbol: string;
      direction: Column<'positions', 'direction'>;
      openRate: number;
      leverage: number;
      takeProfit: number | null;
      stopLoss: number | null;
      protected: boolean;
    };
  };
}
