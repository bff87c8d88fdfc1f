-- What drizzle-kit cannot express.

-- The ledger's past cannot be changed, whoever tries.
CREATE FUNCTION "refuse_ledger_change"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	RAISE EXCEPTION 'The ledger is append-only: % on % is refused', TG_OP, TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END $$;
--> statement-breakpoint
CREATE TRIGGER "ledger_entries_append_only" BEFORE UPDATE OR DELETE OR TRUNCATE ON "ledger_entries" FOR EACH STATEMENT EXECUTE FUNCTION "refuse_ledger_change"();
--> statement-breakpoint
CREATE TRIGGER "ledger_postings_append_only" BEFORE UPDATE OR DELETE OR TRUNCATE ON "ledger_postings" FOR EACH STATEMENT EXECUTE FUNCTION "refuse_ledger_change"();
--> statement-breakpoint
-- The postings of an entry are written by one statement, and sum to zero. One look per statement, however many entries it has.
CREATE FUNCTION "refuse_unbalanced_postings"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF EXISTS (SELECT FROM "added" GROUP BY "entry_id" HAVING sum("amount_minor") <> 0) THEN
		RAISE EXCEPTION 'The postings of an entry must sum to zero' USING ERRCODE = 'check_violation';
	END IF;
	RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER "ledger_postings_balanced" AFTER INSERT ON "ledger_postings" REFERENCING NEW TABLE AS "added" FOR EACH STATEMENT EXECUTE FUNCTION "refuse_unbalanced_postings"();
--> statement-breakpoint
ALTER TABLE "accounts" ADD CONSTRAINT "accounts_referred_by_account_id_accounts_id_fk" FOREIGN KEY ("referred_by_account_id") REFERENCES "accounts"("id");
--> statement-breakpoint
-- Every order and close updates the two sums of an account: room on its page lets that happen without touching an index.
ALTER TABLE "accounts" SET (fillfactor = 70);
