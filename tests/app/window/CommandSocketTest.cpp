// SPDX-License-Identifier: Apache-2.0
// Other programs control the window through a socket, and cannot harm it.
#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include <QDialog>
#include <QFile>
#include <QTest>
#include <QTimer>
#include <cstring>
#include <memory>
#include <optional>
#include <random>

#include "app/remote/CommandClient.h"
#include "app/remote/CommandSocket.h"
#include "tests/app/window/OpenWindow.h"
#include "tests/app/window/SceneTexts.h"

namespace usdscope {
namespace {

/// A client with a plain socket, which never blocks.
class Client {
 public:
  explicit Client(const std::string& path) : socket_(socket(AF_UNIX, SOCK_STREAM, 0)) {
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    std::memcpy(address.sun_path, path.data(), path.size());
    isConnected =
        connect(socket_, reinterpret_cast<const sockaddr*>(&address), sizeof(address)) == 0;
    fcntl(socket_, F_SETFL, O_NONBLOCK);
  }
  ~Client() { close(socket_); }
  Client(const Client&) = delete;
  Client& operator=(const Client&) = delete;

  // Sends all bytes while the window runs. Returns false when the window hangs up.
  bool send(std::string_view bytes) const {
    bool isGone = false;
    const bool isSent = waitUntil([&] {
      const ssize_t count = ::send(socket_, bytes.data(), bytes.size(), MSG_NOSIGNAL);
      if (count > 0) bytes.remove_prefix(std::size_t(count));
      isGone = count < 0 && errno != EAGAIN;
      return bytes.empty() || isGone;
    });
    return isSent && !isGone;
  }
  void endSending() const { shutdown(socket_, SHUT_WR); }

  // Takes what has arrived. Returns false when the window has hung up.
  bool receive() {
    char bytes[4096];
    const ssize_t count = recv(socket_, bytes, sizeof(bytes), 0);
    if (count > 0) received_.append(bytes, std::size_t(count));
    return count > 0 || (count < 0 && errno == EAGAIN);
  }
  // The next answer; null when none comes.
  Json answer() {
    std::string line;
    const bool isThere = waitUntil([&] {
      const bool isConnectedStill = receive();
      const std::size_t end = received_.find('\n');
      if (end == std::string::npos) return !isConnectedStill;
      line = received_.substr(0, end);
      received_.erase(0, end + 1);
      return true;
    });
    return isThere && !line.empty() ? parseJson(line) : Json();
  }
  Json ask(const std::string& line) { return send(line + "\n") ? answer() : Json(); }
  bool isHungUp() {
    return waitUntil([&] {
      while (true) {
        char bytes[65536];
        const ssize_t count = recv(socket_, bytes, sizeof(bytes), 0);
        if (count > 0) continue;
        return count == 0 || errno != EAGAIN;
      }
    });
  }

  bool isConnected = false;

 private:
  int socket_;
  std::string received_;
};

struct Remote : testing::Test {
  SceneTexts texts;
  OpenWindow open;
  std::unique_ptr<CommandSocket> remote =
      std::make_unique<CommandSocket>(ActionContext{open.session, open.window});
  const std::string path = texts.path("socket");

  void SetUp() override { ASSERT_EQ(remote->listen(path), ""); }
};

const Json kOk = {{"ok", true}};

std::string errorOf(const Json& answer) {
  return answer.is_object() && answer.at("ok") == false ? answer.at("error").get<std::string>()
                                                        : "no error: " + answer.dump();
}

TEST_F(Remote, ActionsAndQueriesAreAnsweredInOrder) {
  Client client(path);
  ASSERT_TRUE(client.isConnected);
  EXPECT_EQ(client.ask("state").at("file"), Json());
  EXPECT_EQ(client.ask("open \"" + samplePath() + "\""), kOk);
  EXPECT_EQ(client.ask("frame 12.5; select /Crossing/Car"), kOk);
  const Json state = client.ask("state");
  EXPECT_EQ(state.at("ok"), true);
  EXPECT_EQ(state.at("file"), samplePath());
  EXPECT_EQ(state.at("frame"), 12.5);
  EXPECT_EQ(state.at("selection").at("prims"), Json::array({"/Crossing/Car"}));
  EXPECT_EQ(state.at("playing"), false);
  EXPECT_EQ(state.at("pictureReady"), true);
  const std::string picture = texts.path("picture.png");
  EXPECT_EQ(client.ask("screenshot \"" + picture + "\""), kOk);
  EXPECT_TRUE(QFile::exists(QString::fromStdString(picture)));
  EXPECT_EQ(client.ask("wait"), kOk);

  const Json prim = client.ask("explain /Crossing/Car");
  EXPECT_EQ(prim.at("explanation").at("path"), "/Crossing/Car") << prim.dump();
  const Json value = client.ask("value /Crossing.visibility 3");
  EXPECT_EQ(value.at("value"), "inherited") << value.dump();
  EXPECT_EQ(value.at("time"), 3.0);
  const Json why = client.ask("explain /Crossing.visibility default");
  EXPECT_TRUE(why.at("explanation").contains("sentence")) << why.dump();
  EXPECT_EQ(errorOf(client.ask("value /Crossing.nothing")), "The prim has no attribute nothing.");
  EXPECT_EQ(errorOf(client.ask("explain /Nowhere")), "The stage has no prim </Nowhere>.");
  EXPECT_EQ(errorOf(client.ask("value /Crossing.visibility soon")),
            "Expected a time such as 24, 24-, default or earliest.");

  // Many lines at once.
  ASSERT_TRUE(client.send("frame 1\nstate\n\n# nothing\nframe 2\nstate\nnonsense\n"));
  EXPECT_EQ(client.answer(), kOk);
  EXPECT_EQ(client.answer().at("frame"), 1.0);
  for (int i = 0; i < 3; ++i) EXPECT_EQ(client.answer(), kOk);
  EXPECT_EQ(client.answer().at("frame"), 2.0);
  EXPECT_EQ(errorOf(client.answer()), "There is no action nonsense.");
  EXPECT_EQ(errorOf(client.ask("screenshot /nowhere/x.png")),
            "/nowhere/x.png: The picture cannot be written: there is no folder /nowhere.");
  EXPECT_EQ(errorOf(client.ask("screenshot /nowhere/x.foo")),
            "/nowhere/x.foo: Expected a file that ends with .png.");
  EXPECT_EQ(errorOf(client.ask("open /nowhere/x.usda")),
            "/nowhere/x.usda: No such file or directory.");
}

TEST_F(Remote, LinesWithoutActionsAreAnswered) {
  Client client(path);
  for (const char* line : {"", "   ", "# note", ";;", "\t; # note"}) {
    EXPECT_EQ(client.ask(line), kOk) << line;
  }
}

TEST_F(Remote, HelpListsEveryCommand) {
  Client client(path);
  const Json help = client.ask("help");
  std::set<std::string> ids;
  for (const Json& each : help.at("commands")) ids.insert(each.at("id").get<std::string>());
  for (const ActionRow& row : actionRows()) EXPECT_TRUE(!row.run || ids.contains(row.id)) << row.id;
  for (const char* id : {"state", "explain", "value", "wait", "help"}) {
    EXPECT_TRUE(ids.contains(id)) << id;
  }
}

TEST_F(Remote, LineEndsWithTheFirstActionThatFails) {
  ASSERT_TRUE(open.open(samplePath()));
  Client client(path);
  EXPECT_EQ(errorOf(client.ask("frame 5; select /Nowhere; frame 6")).find("There is no"), 0u);
  EXPECT_EQ(open.session.playback.value().time, 5.0);
  EXPECT_EQ(errorOf(client.ask("frame \"5")), "A quotation mark is not closed.");
  EXPECT_EQ(errorOf(client.ask("open")), "Expected FILE [none|all].");
  EXPECT_EQ(errorOf(client.ask("wait forever")), "Expected a number of milliseconds.");
  EXPECT_EQ(errorOf(client.ask("undo")), "There is nothing to undo.");
}

TEST_F(Remote, QueriesAreAnsweredWhilePlaying) {
  ASSERT_TRUE(open.open(samplePath()));
  Client client(path);
  EXPECT_EQ(client.ask("play"), kOk);
  EXPECT_EQ(client.ask("state").at("playing"), true);
  EXPECT_TRUE(client.ask("explain /Crossing").contains("explanation"));
  EXPECT_EQ(client.ask("play"), kOk);
  EXPECT_EQ(client.ask("state").at("playing"), false);
}

TEST_F(Remote, ClientThatHasSentEverythingGetsItsAnswers) {
  ASSERT_TRUE(open.open(samplePath()));
  Client client(path);
  ASSERT_TRUE(client.send("frame 7\nstate"));  // As `printf … | socat` sends it.
  client.endSending();
  EXPECT_EQ(client.answer(), kOk);
  EXPECT_EQ(client.answer().at("frame"), 7.0);
  EXPECT_TRUE(client.isHungUp());
  EXPECT_TRUE(waitUntil([&] { return remote->clientCount() == 0; }));
}

TEST_F(Remote, SeveralClientsGetTheirOwnAnswers) {
  ASSERT_TRUE(open.open(samplePath()));
  std::vector<std::unique_ptr<Client>> clients;
  for (int i = 0; i < 8; ++i) clients.push_back(std::make_unique<Client>(path));
  for (int i = 0; i < 8; ++i) {
    ASSERT_TRUE(clients[std::size_t(i)]->send("frame " + std::to_string(i) + "; state\n"));
  }
  for (int i = 0; i < 8; ++i) EXPECT_EQ(clients[std::size_t(i)]->answer().at("frame"), double(i));
  clients.erase(clients.begin(), clients.begin() + 7);
  EXPECT_TRUE(waitUntil([&] { return remote->clientCount() == 1; }));
  EXPECT_EQ(clients[0]->ask("state").at("ok"), true);
}

TEST_F(Remote, GarbageIsAnsweredAndHarmsNothing) {
  std::mt19937 random(7);
  Client client(path);
  for (int i = 0; i < 200; ++i) {
    std::string bytes(random() % 200, '\0');
    for (char& each : bytes) each = char(random() % 256);
    ASSERT_TRUE(client.send(bytes));
    if (i % 3 == 0) {
      ASSERT_TRUE(client.send("\n"));
    }
    client.receive();
  }
  Client other(path);
  EXPECT_EQ(other.ask("state").at("ok"), true);
  EXPECT_EQ(errorOf(other.ask(std::string("\xff\x00\xfe", 3))), "There is no such action.");
  EXPECT_EQ(errorOf(other.ask("\"\"")), "There is no such action.");
}

TEST_F(Remote, EndlessLineIsRefused) {
  Client client(path);
  const std::string part(65536, 'x');
  bool isSent = true;
  for (int i = 0; i < 40 && isSent; ++i) isSent = client.send(part);
  EXPECT_EQ(errorOf(client.answer()), "A line has more than 1 MiB.");
  EXPECT_TRUE(client.isHungUp());
  EXPECT_TRUE(waitUntil([&] { return remote->clientCount() == 0; }));
}

TEST_F(Remote, ClientThatNeverReadsIsDisconnected) {
  Client client(path);
  std::string lines;
  for (int i = 0; i < 64; ++i) lines += "help\n";
  ASSERT_TRUE(waitUntil([&] { return remote->clientCount() == 1; }));
  bool isSent = true;
  for (int i = 0; i < 200 && isSent && remote->clientCount() > 0; ++i) isSent = client.send(lines);
  EXPECT_TRUE(waitUntil([&] { return remote->clientCount() == 0; }));
  ASSERT_EQ(open.session.notices.value().size(), 1u);
  EXPECT_EQ(open.session.notices.value()[0],
            "A client of --listen does not read its answers, and was disconnected.");
  Client other(path);
  EXPECT_EQ(other.ask("state").at("ok"), true);
}

TEST_F(Remote, ClientThatLeavesHarmsNothing) {
  ASSERT_TRUE(open.open(samplePath()));
  for (int i = 0; i < 20; ++i) {
    Client client(path);
    ASSERT_TRUE(client.send("frame 3\nexplain /Crossing\nsta"));
    QTest::qWait(1);  // Connecting waits for the window, which runs on this thread.
  }
  EXPECT_TRUE(waitUntil([&] { return remote->clientCount() == 0 && open.session.isSettled(); }));
  Client other(path);
  EXPECT_EQ(other.ask("state").at("ok"), true);
}

TEST_F(Remote, TooManyClientsAreRefused) {
  std::vector<std::unique_ptr<Client>> clients;
  for (int i = 0; i < 33; ++i) {
    clients.push_back(std::make_unique<Client>(path));
    QTest::qWait(1);
  }
  EXPECT_EQ(errorOf(clients.back()->answer()), "Too many clients are connected.");
  EXPECT_EQ(clients.front()->ask("state").at("ok"), true);
}

TEST_F(Remote, DialogIsNotAnsweredByAClient) {
  QDialog dialog(&open.window);
  dialog.open();
  Client client(path);
  EXPECT_EQ(errorOf(client.ask("frame 1")), "A dialog of the window waits for an answer.");
  EXPECT_EQ(client.ask("state").at("ok"), true);
  dialog.close();
}

// The dialog has an event loop of its own, as most dialogs of files.
TEST_F(Remote, QueriesAreAnsweredBesideADialogAndActionsNameIt) {
  ASSERT_TRUE(open.open(samplePath()));
  Client client(path);
  QDialog dialog(&open.window);
  dialog.setWindowTitle(QStringLiteral("Choose a sound"));
  bool isBlankAnswered = false;
  Json refused;
  Json asked;
  Json quit;
  QTimer::singleShot(0, &dialog, [&] { dialog.exec(); });
  QTimer::singleShot(100, &dialog, [&] {
    isBlankAnswered = client.ask("# nothing") == kOk;
    refused = client.ask("frame 7");
    asked = client.ask("value /Crossing.visibility; state");
    quit = client.ask("quit");
    dialog.close();
  });
  ASSERT_TRUE(waitUntil([&] { return !quit.is_null() && !dialog.isVisible(); }));
  const std::string problem = "The dialog \"Choose a sound\" of the window waits for an answer.";
  EXPECT_TRUE(isBlankAnswered);
  EXPECT_EQ(errorOf(refused), problem);
  EXPECT_EQ(errorOf(quit), problem);
  EXPECT_EQ(asked.at("value"), "inherited");
  EXPECT_EQ(asked.at("file"), samplePath());
  EXPECT_EQ(client.ask("frame 7"), kOk);
  EXPECT_EQ(open.session.playback.value().time, 7.0);
}

TEST_F(Remote, FileOfTheSocketIsPrivateAndRemovedAtTheEnd) {
  struct stat file{};
  ASSERT_EQ(lstat(path.c_str(), &file), 0);
  EXPECT_TRUE(S_ISSOCK(file.st_mode));
  EXPECT_EQ(file.st_mode & 0777u, 0600u);
  CommandSocket second({open.session, open.window});
  EXPECT_EQ(second.listen(path), "Another program listens at " + path + " already.");
  remote.reset();
  EXPECT_NE(lstat(path.c_str(), &file), 0);
  EXPECT_EQ(second.listen(path), "");
}

TEST_F(Remote, StaleSocketIsReplacedAndOtherFilesAreNot) {
  const std::string stale = texts.path("stale");
  const int left = socket(AF_UNIX, SOCK_STREAM, 0);
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  std::memcpy(address.sun_path, stale.data(), stale.size());
  ASSERT_EQ(bind(left, reinterpret_cast<const sockaddr*>(&address), sizeof(address)), 0);
  close(left);  // The file stays, as after a crash.
  CommandSocket second({open.session, open.window});
  EXPECT_EQ(second.listen(stale), "");
  EXPECT_TRUE(Client(stale).isConnected);

  const std::string text = texts.write("text.usda", "");
  CommandSocket third({open.session, open.window});
  EXPECT_EQ(third.listen(text), text + " exists and is not a socket.");
  EXPECT_TRUE(QFile::exists(QString::fromStdString(text)));
  EXPECT_NE(third.listen(texts.path("missing/socket")), "");
  EXPECT_NE(third.listen(std::string(300, 'x')).find("at most 107 bytes"), std::string::npos);
  EXPECT_EQ(third.listen(""), "Expected the path of a socket.");
}

TEST_F(Remote, WaitingLinesAreAnsweredWhenTheProgramEnds) {
  ASSERT_TRUE(open.settle());
  Client client(path);
  ASSERT_TRUE(client.send("wait 60000\nstate\n"));
  QTest::qWait(500);  // The first line has been started.
  remote.reset();
  EXPECT_EQ(client.answer(), kOk);
  EXPECT_EQ(errorOf(client.answer()), "The program ends.");
}

TEST_F(Remote, QuitAnswersAndClosesTheWindow) {
  Client client(path);
  EXPECT_EQ(client.ask("quit"), kOk);
  EXPECT_FALSE(open.window.isVisible());
}

}  // namespace
}  // namespace usdscope
