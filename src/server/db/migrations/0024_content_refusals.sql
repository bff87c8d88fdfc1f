CREATE TABLE "content_refusals" (
	"key" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"told_at" timestamp with time zone NOT NULL
);
