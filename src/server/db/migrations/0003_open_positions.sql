ALTER TABLE "accounts" ADD COLUMN "open_positions" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
UPDATE "accounts" a SET "open_positions" = c."open" FROM (
  SELECT "account_id", count(*) AS "open" FROM "positions" WHERE "closed_at" IS NULL GROUP BY "account_id"
) c WHERE c."account_id" = a."id";--> statement-breakpoint
ALTER TABLE "accounts" ADD CONSTRAINT "accounts_open_positions_not_negative" CHECK ("accounts"."open_positions" >= 0);