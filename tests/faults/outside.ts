import { startDrive } from "#tests/stand-ins/google-drive.ts";
import { startOpenAi } from "#tests/stand-ins/openai.ts";
import { startStripe } from "#tests/stand-ins/stripe.ts";

export type Outside = ReturnType<typeof startOutside>;

/** The systems beyond the server at this address, each a stand-in that outlives the server. */
export function startOutside(origin: string) {
  const drive = startDrive({ redirectUris: [`${origin}/auth/google-drive/callback`] });
  const [stripe, openai] = [startStripe(), startOpenAi()];
  return {
    drive,
    stripe,
    openai,
    env: {
      ...drive.env,
      STRIPE_API_URL: stripe.url,
      STRIPE_SECRET_KEY: stripe.secretKey,
      STRIPE_WEBHOOK_SECRET: stripe.webhookSecret,
      OPENAI_BASE_URL: openai.url,
      TRANSCRIPTION_MODEL: "whisper-1",
      DEFAULT_PLAN: "Premium",
      PUBLIC_URL: origin,
    },
    stop() {
      drive.stop();
      openai.stop();
      void stripe.stop();
    },
  };
}
