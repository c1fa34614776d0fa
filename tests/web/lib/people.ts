import type { User } from "#contract/auth.ts";

export const ada: User = {
  id: "3f2b8a54-0d5e-4b7e-9f63-0c7f5f2f1a01",
  username: "Ada",
  email: "ada@example.com",
  role: "user",
  profile_picture: null,
  oauth_provider: null,
  suspended: false,
  created_at: "2026-11-20T10:00:00Z",
  password_set: true,
};
