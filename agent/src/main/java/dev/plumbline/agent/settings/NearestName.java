package dev.plumbline.agent.settings;

import java.util.List;

/** Guesses what a misspelt name was meant to be. Stateless. */
final class NearestName {
  private NearestName() {}

  /** The name with the fewest letters to change; the first of equals. */
  static String of(String written, List<String> names) {
    String nearest = names.get(0);
    int least = Integer.MAX_VALUE;
    for (String name : names) {
      int distance = distance(written, name);
      if (distance < least) {
        least = distance;
        nearest = name;
      }
    }
    return nearest;
  }

  /** Edit distance: letters to insert, remove or replace. */
  private static int distance(String a, String b) {
    int[] above = new int[b.length() + 1];
    for (int j = 0; j <= b.length(); j++) {
      above[j] = j;
    }
    for (int i = 1; i <= a.length(); i++) {
      int diagonal = above[0];
      above[0] = i;
      for (int j = 1; j <= b.length(); j++) {
        int replaced = diagonal + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
        diagonal = above[j];
        above[j] = Math.min(replaced, 1 + Math.min(above[j], above[j - 1]));
      }
    }
    return above[b.length()];
  }
}
