CREATE TABLE "server_holders" (
	"id" integer PRIMARY KEY DEFAULT 1 NOT NULL,
	"holder" uuid NOT NULL,
	"taken_at" timestamp with time zone NOT NULL,
	CONSTRAINT "server_holders_one" CHECK ("server_holders"."id" = 1)
);
