interface GoogleIdentity {
  initialize(options: {
    client_id: string;
    callback: (answer: { credential?: string }) => void;
  }): void;
  renderButton(parent: HTMLElement, options: Record<string, string | number>): void;
}

declare global {
  interface Window {
    google?: { accounts: { id: GoogleIdentity } };
  }
}

let loading: Promise<GoogleIdentity> | undefined;

export function loadGoogleIdentity() {
  loading ??= load().catch((error: unknown) => {
    loading = undefined;
    throw error;
  });
  return loading;
}

function load() {
  return new Promise<GoogleIdentity>((resolve, reject) => {
    const failed = () => reject(new Error("Google's sign-in script did not load"));
    const script = document.createElement("script");
    script.src = "https://accounts.google.com/gsi/client";
    script.onerror = failed;
    script.onload = () => (window.google ? resolve(window.google.accounts.id) : failed());
    document.head.append(script);
  });
}
