CREATE TABLE "ledger_heads" (
	"account_id" bigint PRIMARY KEY NOT NULL,
	"postings" bigint NOT NULL,
	"newest" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "ledger_numbering" (
	"id" integer PRIMARY KEY DEFAULT 1 NOT NULL,
	"older_up_to" bigint NOT NULL,
	CONSTRAINT "ledger_numbering_one" CHECK ("ledger_numbering"."id" = 1)
);
--> statement-breakpoint
-- Writes every entry anew, under a lock of the whole table. Rows do not lie in the order in which they were posted: room that became free is used again.
ALTER TABLE "ledger_entries" ADD COLUMN "number" bigint;--> statement-breakpoint
ALTER TABLE "ledger_entries" DISABLE TRIGGER "ledger_entries_append_only";--> statement-breakpoint
UPDATE "ledger_entries" e SET "number" = n."number"
FROM (SELECT "id", row_number() OVER (ORDER BY "recorded_at", "id") AS "number" FROM "ledger_entries") n WHERE n."id" = e."id";--> statement-breakpoint
ALTER TABLE "ledger_entries" ENABLE TRIGGER "ledger_entries_append_only";--> statement-breakpoint
ALTER TABLE "ledger_entries" ALTER COLUMN "number" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "ledger_entries" ALTER COLUMN "number" ADD GENERATED ALWAYS AS IDENTITY (sequence name "ledger_entries_number_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1);--> statement-breakpoint
SELECT setval('ledger_entries_number_seq', max("number")) FROM "ledger_entries" HAVING max("number") IS NOT NULL;--> statement-breakpoint
ALTER TABLE "ledger_entries" ADD CONSTRAINT "ledger_entries_number_unique" UNIQUE("number");--> statement-breakpoint
INSERT INTO "ledger_numbering" ("older_up_to") SELECT coalesce(max("number"), 0) FROM "ledger_entries";--> statement-breakpoint
CREATE TRIGGER "ledger_numbering_append_only" BEFORE UPDATE OR DELETE OR TRUNCATE ON "ledger_numbering" FOR EACH STATEMENT EXECUTE FUNCTION "refuse_ledger_change"();--> statement-breakpoint
-- Not valid: postings of before providers were named stay without one.
ALTER TABLE "ledger_postings" ADD CONSTRAINT "ledger_postings_provider" CHECK ("ledger_postings"."book" <> 'provider' or "ledger_postings"."party" is not null) NOT VALID;--> statement-breakpoint
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
CREATE TRIGGER "ledger_heads_append_only" BEFORE DELETE OR TRUNCATE ON "ledger_heads" FOR EACH STATEMENT EXECUTE FUNCTION "refuse_ledger_change"();--> statement-breakpoint
-- The terms of a position stay as they were filled. By the columns that a statement names: closing one names none of these, and pays nothing for it.
CREATE TRIGGER "positions_keep_terms" BEFORE UPDATE OF "id", "account_id", "symbol", "direction", "amount_minor", "leverage", "open_rate", "opened_at",
	"open_bid", "open_ask", "open_quote_at", "open_sequence", "open_feed", "request_id" ON "positions" FOR EACH STATEMENT EXECUTE FUNCTION "refuse_ledger_change"();--> statement-breakpoint
CREATE TRIGGER "positions_append_only" BEFORE DELETE OR TRUNCATE ON "positions" FOR EACH STATEMENT EXECUTE FUNCTION "refuse_ledger_change"();--> statement-breakpoint
-- What is closed stays as it is. After the update, because a trigger before it would lock each row once more.
CREATE TRIGGER "positions_stay_closed" AFTER UPDATE ON "positions" FOR EACH ROW WHEN (OLD."closed_at" IS NOT NULL) EXECUTE FUNCTION "refuse_ledger_change"();--> statement-breakpoint
-- 0013 took the oldest deposit for the first one, also where it had been taken back. This is the rule of first-standing-deposit.ts, for accounts of which something was taken back.
DO $$
DECLARE
	account bigint;
	move record;
	amounts bigint[];
	instants timestamptz[];
	lefts bigint[];
	missing bigint;
	taken bigint;
	meant bigint;
	first bigint;
BEGIN
	FOR account IN SELECT DISTINCT "account_id" FROM "transactions" WHERE "type_id" IN (1, 2, 3, 9, 11) AND "status" = 'approved' AND "amount_minor" < 0 LOOP
		amounts := '{}';
		instants := '{}';
		lefts := '{}';
		FOR move IN
			SELECT t."amount_minor", coalesce(s."at", t."updated_at") AS "at" FROM "transactions" t
			LEFT JOIN "transaction_steps" s ON s."transaction_id" = t."id" AND s."step" = 'approved'
			LEFT JOIN "ledger_entries" e ON e."business_key" = 'deposit:' || t."id"
			WHERE t."account_id" = account AND t."type_id" IN (1, 2, 3, 9, 11) AND t."status" = 'approved'
			ORDER BY e."number", s."at", t."created_at", t."id"
		LOOP
			IF move."amount_minor" > 0 THEN
				amounts := amounts || move."amount_minor";
				instants := instants || move."at";
				lefts := lefts || move."amount_minor";
				CONTINUE;
			END IF;
			missing := -move."amount_minor";
			SELECT coalesce(max(l."place") FILTER (WHERE l."minor" = missing), max(l."place") FILTER (WHERE l."minor" > missing)) INTO meant
			FROM unnest(lefts) WITH ORDINALITY AS l ("minor", "place");
			FOR place IN REVERSE cardinality(lefts)..1 LOOP
				IF meant IS NULL OR meant = place THEN
					taken := least(missing, lefts[place]);
					lefts[place] := lefts[place] - taken;
					missing := missing - taken;
				END IF;
			END LOOP;
		END LOOP;
		SELECT min(l."place") INTO first FROM unnest(lefts) WITH ORDINALITY AS l ("minor", "place") WHERE l."minor" > 0;
		UPDATE "accounts" SET "first_deposit_at" = instants[first], "first_deposit_minor" = amounts[first]
		WHERE "id" = account AND ("first_deposit_minor" IS DISTINCT FROM amounts[first] OR abs(extract(epoch FROM "first_deposit_at" - instants[first])) >= 60);
	END LOOP;
END $$;
