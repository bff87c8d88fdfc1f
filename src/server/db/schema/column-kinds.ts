import { bigint, customType, timestamp } from 'drizzle-orm/pg-core';

/** Column types that tables of every area use. Money is in minor units (`_minor`), rates are double precision. */

export const bytes = customType<{ data: Buffer }>({ dataType: () => 'bytea' });
export const minor = (name: string) => bigint(name, { mode: 'number' });
export const instant = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });
