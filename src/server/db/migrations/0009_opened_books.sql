-- What was in the books before bonuses, credit and reserves had books of their own is moved there, by entries like any other: nothing that
-- was posted changes. Where nothing is of that kind, nothing happens.

-- Every transaction has its steps from now on; those from before are given what is known of them. Whoever was paid has been sent it.
INSERT INTO "transaction_steps" ("transaction_id", "step", "at")
SELECT t."id", s."step", CASE WHEN s."step" = 'requested' THEN t."created_at" ELSE t."updated_at" END
FROM "transactions" t
CROSS JOIN LATERAL (VALUES
	('requested', true),
	('approved', t."status" = 'approved'),
	('sent', t."status" = 'approved' AND t."type_id" = 6),
	('declined', t."status" = 'declined'),
	('cancelled', t."status" = 'cancelled')
) AS s ("step", "taken")
WHERE s."taken" AND NOT EXISTS (SELECT FROM "transaction_steps" k WHERE k."transaction_id" = t."id");
--> statement-breakpoint
-- What is left of bonuses and of credit: one entry for each account that has an entry on a book that it would not be on today. A loss took the customer's own money first, then bonuses, then credit: so credit is what is left longest.
WITH "given" AS (
	SELECT "sums".*, a."bonus_minor", a."credit_minor", a."balance_minor" - a."bonus_minor" - a."credit_minor" AS "held"
	FROM (
		SELECT p."account_id",
			greatest(coalesce(sum(p."amount_minor") FILTER (WHERE e."business_key" LIKE 'bonus:%'), 0), 0)::bigint AS "bonus",
			greatest(coalesce(sum(p."amount_minor") FILTER (WHERE e."business_key" LIKE 'credit:%'), 0), 0)::bigint AS "credit"
		FROM "ledger_entries" e JOIN "ledger_postings" p ON p."entry_id" = e."id"
		WHERE p."book" = 'customer' AND e."business_key" LIKE ANY (ARRAY['bonus:%', 'credit:%', 'fee:%', 'withdrawal:%'])
		GROUP BY p."account_id"
	) AS "sums"
	JOIN "accounts" a ON a."id" = "sums"."account_id"
), "left_over" AS MATERIALIZED (
	SELECT "account_id", "held", "bonus_minor", "credit_minor", least("credit", greatest("held", 0)) AS "credit",
		least("bonus", greatest("held", 0) - least("credit", greatest("held", 0))) AS "bonus", gen_random_uuid() AS "entry_id"
	FROM "given"
), "recorded_entries" AS (
	INSERT INTO "ledger_entries" ("id", "business_key", "recorded_at")
	SELECT "entry_id", 'opened-books:' || "account_id", now() FROM "left_over"
), "recorded_postings" AS (
	INSERT INTO "ledger_postings" ("entry_id", "line", "book", "account_id", "amount_minor", "balance_after_minor")
	SELECT "entry_id", l."line", l."book", "account_id", l."amount", l."after"
	FROM "left_over" CROSS JOIN LATERAL (VALUES
		(0, 'customer', -("bonus" + "credit"), "held" - "bonus" - "credit"),
		(1, 'customer_bonus', "bonus", "bonus_minor" + "bonus"),
		(2, 'customer_credit', "credit", "credit_minor" + "credit")
	) AS l ("line", "book", "amount", "after")
	WHERE l."line" < 2 OR l."amount" <> 0
)
UPDATE "accounts" a SET "bonus_minor" = a."bonus_minor" + o."bonus", "credit_minor" = a."credit_minor" + o."credit"
FROM "left_over" o WHERE a."id" = o."account_id";
--> statement-breakpoint
-- A withdrawal that waits is reserved, the oldest first, as far as own money is free for it. The same that is asked of one today.
WITH "waiting" AS (
	SELECT t."id", t."account_id", -t."amount_minor" AS "amount", a."balance_minor" - a."bonus_minor" - a."credit_minor" AS "own",
		least(a."balance_minor" - a."bonus_minor" - a."credit_minor", a."balance_minor" - a."invested_minor") AS "free", a."reserved_minor",
		(sum(-t."amount_minor") OVER (PARTITION BY t."account_id" ORDER BY t."created_at", t."id"))::bigint AS "so_far"
	FROM "transactions" t JOIN "accounts" a ON a."id" = t."account_id"
	WHERE t."type_id" = 6 AND t."status" = 'pending' AND t."amount_minor" < 0
		AND NOT EXISTS (SELECT FROM "ledger_entries" e WHERE e."business_key" = 'withdrawal:' || t."id")
), "reserved" AS MATERIALIZED (
	SELECT *, gen_random_uuid() AS "entry_id" FROM "waiting" WHERE "so_far" <= "free"
), "recorded_entries" AS (
	INSERT INTO "ledger_entries" ("id", "business_key", "recorded_at")
	SELECT "entry_id", 'withdrawal:' || "id", now() FROM "reserved"
), "recorded_postings" AS (
	INSERT INTO "ledger_postings" ("entry_id", "line", "book", "account_id", "amount_minor", "balance_after_minor")
	SELECT "entry_id", l."line", l."book", "account_id", l."amount", l."after"
	FROM "reserved" CROSS JOIN LATERAL (VALUES
		(0, 'customer', -"amount", "own" - "so_far"),
		(1, 'customer_reserved', "amount", "reserved_minor" + "so_far")
	) AS l ("line", "book", "amount", "after")
)
UPDATE "accounts" a SET "balance_minor" = a."balance_minor" - r."amount", "reserved_minor" = a."reserved_minor" + r."amount"
FROM (SELECT "account_id", sum("amount")::bigint AS "amount" FROM "reserved" GROUP BY "account_id") AS r WHERE a."id" = r."account_id";
--> statement-breakpoint
-- The others cannot be paid out of own money any more.
WITH "cancelled" AS (
	UPDATE "transactions" t SET "status" = 'cancelled', "updated_at" = now()
	WHERE t."type_id" = 6 AND t."status" = 'pending'
		AND NOT EXISTS (SELECT FROM "ledger_entries" e WHERE e."business_key" = 'withdrawal:' || t."id")
	RETURNING t."id"
)
INSERT INTO "transaction_steps" ("transaction_id", "step", "at", "reason")
SELECT "id", 'cancelled', now(), 'It was more than could be paid out when amounts began to be reserved.' FROM "cancelled";
--> statement-breakpoint
-- The past of a transaction, and what a provider reported, cannot be changed, whoever tries.
CREATE FUNCTION "refuse_payment_change"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	RAISE EXCEPTION 'What was recorded of payments is append-only: % on % is refused', TG_OP, TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END $$;
--> statement-breakpoint
CREATE TRIGGER "transaction_steps_append_only" BEFORE UPDATE OR DELETE OR TRUNCATE ON "transaction_steps" FOR EACH STATEMENT EXECUTE FUNCTION "refuse_payment_change"();
--> statement-breakpoint
-- How far it was worked off is all that changes of a report.
CREATE TRIGGER "payment_events_append_only" BEFORE UPDATE OF "id", "provider", "event_key", "body", "event", "received_at" OR DELETE OR TRUNCATE ON "payment_events" FOR EACH STATEMENT EXECUTE FUNCTION "refuse_payment_change"();
