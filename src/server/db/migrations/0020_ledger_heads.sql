CREATE TABLE "ledger_heads" (
	"account_id" bigint PRIMARY KEY NOT NULL,
	"postings" bigint NOT NULL,
	"newest" bigint NOT NULL
);
--> statement-breakpoint
-- Writes the table anew, under a lock of all of it: its rows are numbered as they lie there, and they were only ever added.
ALTER TABLE "ledger_entries" ADD COLUMN "number" bigint NOT NULL GENERATED ALWAYS AS IDENTITY (sequence name "ledger_entries_number_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1);--> statement-breakpoint
ALTER TABLE "ledger_heads" ADD CONSTRAINT "ledger_heads_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
INSERT INTO "ledger_heads" ("account_id", "postings", "newest")
SELECT p."account_id", count(*), max(e."number") FROM "ledger_postings" p JOIN "ledger_entries" e ON e."id" = p."entry_id"
WHERE p."account_id" IS NOT NULL GROUP BY p."account_id";
--> statement-breakpoint
-- One trigger for both, because most statements of the order desk post nothing and each trigger is called for them too. Who posts has locked the accounts.
CREATE FUNCTION "check_and_count_postings"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF NOT EXISTS (SELECT FROM "added") THEN
		RETURN NULL;
	END IF;
	IF EXISTS (SELECT FROM "added" GROUP BY "entry_id" HAVING sum("amount_minor") <> 0) THEN
		RAISE EXCEPTION 'The postings of an entry must sum to zero' USING ERRCODE = 'check_violation';
	END IF;
	INSERT INTO "ledger_heads" AS h ("account_id", "postings", "newest")
	SELECT p."account_id", count(*), max(e."number") FROM "added" p JOIN "ledger_entries" e ON e."id" = p."entry_id"
	WHERE p."account_id" IS NOT NULL GROUP BY p."account_id" ORDER BY p."account_id"
	ON CONFLICT ("account_id") DO UPDATE SET "postings" = h."postings" + EXCLUDED."postings", "newest" = greatest(h."newest", EXCLUDED."newest");
	RETURN NULL;
END $$;
--> statement-breakpoint
DROP TRIGGER "ledger_postings_balanced" ON "ledger_postings";--> statement-breakpoint
DROP FUNCTION "refuse_unbalanced_postings";--> statement-breakpoint
CREATE TRIGGER "ledger_postings_balanced" AFTER INSERT ON "ledger_postings" REFERENCING NEW TABLE AS "added" FOR EACH STATEMENT EXECUTE FUNCTION "check_and_count_postings"();--> statement-breakpoint
-- What was counted does not become less, whoever tries.
CREATE TRIGGER "ledger_heads_grow" BEFORE UPDATE ON "ledger_heads" FOR EACH ROW
	WHEN (NEW."account_id" <> OLD."account_id" OR NEW."postings" < OLD."postings" OR NEW."newest" < OLD."newest") EXECUTE FUNCTION "refuse_ledger_change"();--> statement-breakpoint
CREATE TRIGGER "ledger_heads_append_only" BEFORE DELETE OR TRUNCATE ON "ledger_heads" FOR EACH STATEMENT EXECUTE FUNCTION "refuse_ledger_change"();
