ALTER TABLE "positions" ADD COLUMN "auto" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "positions" ADD COLUMN "open_bid" double precision;--> statement-breakpoint
ALTER TABLE "positions" ADD COLUMN "open_ask" double precision;--> statement-breakpoint
ALTER TABLE "positions" ADD COLUMN "open_quote_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "positions" ADD COLUMN "open_sequence" bigint;--> statement-breakpoint
ALTER TABLE "positions" ADD COLUMN "open_feed" text;--> statement-breakpoint
ALTER TABLE "positions" ADD COLUMN "closed_bid" double precision;--> statement-breakpoint
ALTER TABLE "positions" ADD COLUMN "closed_ask" double precision;--> statement-breakpoint
ALTER TABLE "positions" ADD COLUMN "closed_quote_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "positions" ADD COLUMN "closed_sequence" bigint;--> statement-breakpoint
ALTER TABLE "positions" ADD COLUMN "closed_feed" text;--> statement-breakpoint
CREATE INDEX "positions_auto" ON "positions" USING btree ("account_id","symbol") WHERE "positions"."auto" and "positions"."closed_at" is null;--> statement-breakpoint
ALTER TABLE "positions" ADD CONSTRAINT "positions_open_quote_whole" CHECK (num_nonnulls("positions"."open_bid", "positions"."open_ask", "positions"."open_quote_at", "positions"."open_sequence", "positions"."open_feed") in (0, 5));--> statement-breakpoint
ALTER TABLE "positions" ADD CONSTRAINT "positions_closed_quote_whole" CHECK (num_nonnulls("positions"."closed_bid", "positions"."closed_ask", "positions"."closed_quote_at", "positions"."closed_sequence", "positions"."closed_feed") in (0, 5));