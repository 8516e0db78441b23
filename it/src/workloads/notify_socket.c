/* What a service manager is to a daemon: binds a unix datagram socket and prints what comes, one line a datagram. */
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>

int main(int argc, char **argv) {
  struct sockaddr_un address = {.sun_family = AF_UNIX};
  char text[4096];
  int fd = socket(AF_UNIX, SOCK_DGRAM, 0);
  if (argc < 2 || strlen(argv[1]) >= sizeof address.sun_path) return 2;
  strcpy(address.sun_path, argv[1]);
  if (bind(fd, (struct sockaddr *)&address, sizeof address) != 0) return 1;
  for (;;) {
    ssize_t length = recv(fd, text, sizeof text - 1, 0);
    if (length < 0) return 1;
    for (ssize_t i = 0; i < length; i++) {
      if (text[i] == '\n') text[i] = ' ';
    }
    text[length] = 0;
    puts(text);
    fflush(stdout);
  }
}
