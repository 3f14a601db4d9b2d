/** What the screen allows. */

import { MediaQuery } from "svelte/reactivity";

/** A phone on its side: little height, so that all that is tapped lies beside the rest. */
export const flat = new MediaQuery("(max-height: 500px) and (min-width: 600px)");
