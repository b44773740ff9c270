// After one visit the page works without network: the service worker keeps its files, once the visit rests.

/** The first number has the network for itself. */
const REST_MS = 2000;

/** `say` hears of a newer version, which opens with the next visit. */
export function keepForOffline(say: (words: string) => void): void {
  // A page from a file has all it needs, and one in development changes under the hand.
  if (!import.meta.env.PROD || !("serviceWorker" in navigator) || !location.protocol.startsWith("http")) return;
  const register = async () => {
    try {
      const registration = await navigator.serviceWorker.register("./sw.js");
      const newer = () => {
        if (registration.waiting && navigator.serviceWorker.controller) say(NEWER);
      };
      newer();
      registration.addEventListener("updatefound", () => {
        registration.installing?.addEventListener("statechange", newer);
      });
    } catch {
      // Private windows and some settings forbid it: the page works as long as there is a network.
    }
  };
  setTimeout(register, REST_MS);
}

const NEWER = "A newer version of this page is ready: it opens once all tabs with this one are closed.";
