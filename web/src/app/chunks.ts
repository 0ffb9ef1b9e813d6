const key = "samedeal.reloaded";
const pauseMs = 60_000;

/**
 * reloadWhenChunksAreGone reloads a page that is older than the server's files, which a part of it is missing
 * from; not in a race, and not again and again when the reload does not help.
 */
export function reloadWhenChunksAreGone(isRacing: () => boolean): void {
  window.addEventListener("vite:preloadError", (event) => {
    if (isRacing() || !navigator.onLine || reloadedJustNow()) return;
    event.preventDefault();
    location.reload();
  });
}

function reloadedJustNow(): boolean {
  try {
    const last = Number(sessionStorage.getItem(key) ?? 0);
    sessionStorage.setItem(key, String(Date.now()));
    return Date.now() - last < pauseMs;
  } catch {
    // Without a storage it cannot be known: the page says what is wrong and leaves it to the player.
    return true;
  }
}
