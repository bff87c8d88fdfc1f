ALTER TABLE "accounts" ADD COLUMN "blocked_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "assets" ADD COLUMN "suspended_at" timestamp with time zone;