CREATE TABLE "notices" (
	"id" uuid NOT NULL,
	"account_id" bigint NOT NULL,
	"code" text NOT NULL,
	"data" jsonb NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"on_screen" boolean NOT NULL,
	"read_at" timestamp with time zone,
	"mail_due_at" timestamp with time zone,
	CONSTRAINT "notices_account_id_created_at_id_pk" PRIMARY KEY("account_id","created_at","id")
);
--> statement-breakpoint
ALTER TABLE "accounts" ADD COLUMN "language" text;--> statement-breakpoint
ALTER TABLE "accounts" ADD COLUMN "notice_choices" jsonb;--> statement-breakpoint
ALTER TABLE "mail_outbox" ADD COLUMN "html" text;--> statement-breakpoint
ALTER TABLE "notices" ADD CONSTRAINT "notices_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "notices_created" ON "notices" USING brin ("created_at");--> statement-breakpoint
CREATE INDEX "notices_mail_due" ON "notices" USING btree ("mail_due_at") WHERE "notices"."mail_due_at" is not null;