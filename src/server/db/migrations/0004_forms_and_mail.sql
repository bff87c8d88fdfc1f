CREATE TABLE "form_entries" (
	"id" uuid PRIMARY KEY NOT NULL,
	"form" text NOT NULL,
	"fields" jsonb NOT NULL,
	"digest" "bytea" NOT NULL,
	"humanity" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"read_at" timestamp with time zone,
	CONSTRAINT "form_entries_digest_unique" UNIQUE("digest")
);
--> statement-breakpoint
CREATE TABLE "mail_outbox" (
	"id" uuid PRIMARY KEY NOT NULL,
	"recipient" text NOT NULL,
	"reply_to" text,
	"subject" text NOT NULL,
	"body" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"due_at" timestamp with time zone
);
--> statement-breakpoint
CREATE INDEX "form_entries_created" ON "form_entries" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "mail_outbox_due" ON "mail_outbox" USING btree ("due_at") WHERE "mail_outbox"."due_at" is not null;